import { LinkButton } from '@aangan/design/button'
import { useSite } from '@aangan/remote/site'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Handshake from 'lucide-react/icons/handshake'
import MapPinned from 'lucide-react/icons/map-pinned'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { Page, PageHead } from '../page.tsx'
import { Stats } from '../stats.tsx'
import * as s from './about.module.css'

const STATS = [
  { figure: '50K+', label: 'Customers' },
  { figure: '10,000+', label: 'Listings' },
  { figure: '25+', label: 'Cities' },
  { figure: '15+', label: 'Years' },
]

export function About() {
  const { name } = useSite()
  return (
    <Page>
      <PageHead title={`About ${name}`}>
        For most people a home is the largest purchase of a lifetime. It deserves clear facts, honest pictures and
        someone who answers. That is what we have worked on for more than fifteen years.
      </PageHead>
      <Stats title="The site in figures" stats={STATS} />
      <section aria-labelledby="promises">
        <h2 className={s.title} id="promises">
          What you can rely on
        </h2>
        <div className={s.promises}>
          <Promised icon={<BadgeCheck size={28} />} title="Verified properties">
            A listing says who offers it, where it stands and what it costs. You see the same price, size and address
            that the owner entered, and you can ask about any of them before you make the trip.
          </Promised>
          <Promised icon={<MapPinned size={28} />} title="Presence in 25+ cities">
            From Mumbai and Bengaluru to Indore, Kochi and Guwahati. Search one city or compare several, on a list and
            on a map, with schools, bus stops and places to eat nearby.
          </Promised>
          <Promised icon={<Handshake size={28} />} title="Expert guidance">
            Our agents know their neighbourhoods: what homes there really sell for, which papers to ask for and which
            questions buyers forget. Talk to one early; it costs nothing.
          </Promised>
          <Promised icon={<ShieldCheck size={28} />} title="Secure transactions">
            You write to owners inside the site, so your phone number and email stay yours until you choose to share
            them. Never pay a deposit before you have seen the home and its papers.
          </Promised>
        </div>
      </section>
      <section className={s.next} aria-labelledby="next">
        <h2 className={s.title} id="next">
          Have a look around
        </h2>
        <p className={s.text}>Browse what is on offer today, or ask us what you could not find.</p>
        <div className={s.actions}>
          <LinkButton to="/list">See all homes</LinkButton>
          <LinkButton to="/contact" variant="quiet">
            Contact us
          </LinkButton>
        </div>
      </section>
    </Page>
  )
}

function Promised({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={s.promise}>
      <span className={s.icon}>{icon}</span>
      <h3 className={s.name}>{title}</h3>
      <p className={s.text}>{children}</p>
    </div>
  )
}

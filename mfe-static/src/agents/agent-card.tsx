import type { Format } from '@aangan/contracts/format'
import { COUNT_LIMIT } from '@aangan/contracts/post-constants'
import { readPhone } from '@aangan/contracts/text/phones'
import type { User } from '@aangan/contracts/users'
import { AnchorButton, Button } from '@aangan/design/button'
import { Card } from '@aangan/design/card'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import { Avatar } from '@aangan/product/avatar'
import { useFormat } from '@aangan/remote/format'
import BriefcaseBusiness from 'lucide-react/icons/briefcase-business'
import Clock from 'lucide-react/icons/clock'
import House from 'lucide-react/icons/house'
import KeyRound from 'lucide-react/icons/key-round'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import * as s from './agent-card.module.css'

interface AgentCardProps {
  user: User
  agent: NonNullable<User['agent']>
}

export function AgentCard({ user, agent }: AgentCardProps) {
  const { username, email } = user
  const format = useFormat()
  return (
    <Card>
      <article className={s.agent}>
        <header className={s.head}>
          <Avatar user={user} size={64} />
          <div>
            <h2 className={s.name}>{username}</h2>
            <p className={s.title}>{agent.title}</p>
          </div>
        </header>
        <dl className={s.facts}>
          <Fact icon={<MapPin size={18} />} name="Location">
            {agent.location}
          </Fact>
          <Fact icon={<KeyRound size={18} />} name="Specialization">
            {agent.specialization}
          </Fact>
          <Fact icon={<BriefcaseBusiness size={18} />} name="Experience">
            {`${years(agent.experienceYears)} of experience · joined ${format.year(user.createdAt)}`}
          </Fact>
          {user.liveListings !== undefined && (
            <Fact icon={<House size={18} />} name="Listings">
              {listed(user.liveListings, format)}
            </Fact>
          )}
          {user.repliesWithin && (
            <Fact icon={<Clock size={18} />} name="Replies">
              {`Usually replies within ${user.repliesWithin}`}
            </Fact>
          )}
        </dl>
        <div className={s.actions}>
          <Reach
            label="Call"
            icon={<Phone size={18} />}
            name={username}
            href={agent.phone && `tel:${readPhone(agent.phone)?.dial ?? agent.phone}`}
          />
          <Reach label="Email" icon={<Mail size={18} />} name={username} href={email && `mailto:${email}`} />
        </div>
      </article>
    </Card>
  )
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className={s.fact}>
      <dt>
        {icon}
        <VisuallyHidden>{name}</VisuallyHidden>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

interface ReachProps {
  label: string
  icon: ReactNode
  name: string
  href: string | null | undefined
}

/** Disabled, with an explanation, if the agent has not published it. */
function Reach({ label, icon, name, href }: ReachProps) {
  if (!href) {
    return (
      <Button variant="quiet" dense icon={icon} disabled title={`${name} has not published this`}>
        {label}
      </Button>
    )
  }
  return (
    <AnchorButton variant="quiet" dense icon={icon} href={href} aria-label={`${label} ${name}`}>
      {label}
    </AnchorButton>
  )
}

function listed(count: number, format: Format): string {
  if (count === 0) return 'No homes listed right now'
  return `${format.homes(count, count >= COUNT_LIMIT)} listed`
}

function years(count: number): string {
  return `${count} ${count === 1 ? 'year' : 'years'}`
}

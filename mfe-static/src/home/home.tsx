import { ArrivalNotice } from '@aangan/design/arrival-notice'
import { Invitation } from '../invitation.tsx'
import { Page } from '../page.tsx'
import { Stats } from '../stats.tsx'
import { Cities } from './cities.tsx'
import { Courtyard } from './courtyard/courtyard.tsx'
import * as s from './home.module.css'
import { Recent } from './recent.tsx'
import { SearchBar } from './search-bar.tsx'

const STATS = [
  { figure: '15+', label: 'Years of Experience' },
  { figure: '50K+', label: 'Happy Families' },
  { figure: '10,000+', label: 'Properties Listed' },
  { figure: '₹2.5 Cr+', label: 'Properties Worth' },
  { figure: '25+', label: 'Indian Cities' },
]

export function Home() {
  return (
    <Page>
      <ArrivalNotice />
      <div className={s.hero}>
        <div className={s.words}>
          <h1 className={s.headline}>Discover Your Perfect Home in India</h1>
          <p className={s.lead}>
            Verified listings from owners and agents you can talk to directly: apartments, houses, condos and land, for
            sale and for rent.
          </p>
        </div>
        <div className={s.scene}>
          <Courtyard />
        </div>
        <div className={s.search}>
          <SearchBar />
        </div>
      </div>
      <Stats title="The site in figures" stats={STATS} />
      <Recent />
      <Cities />
      <Invitation title="Have a home to sell or rent out?" action={{ to: '/add', label: 'List your home' }}>
        Show it with pictures and its place on the map. People write to you here, and your phone number stays with you.
      </Invitation>
    </Page>
  )
}

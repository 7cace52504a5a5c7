import type { User } from '@aangan/contracts/users'
import { ArrivalNotice } from '@aangan/design/arrival-notice'
import { TabPanel, Tabs } from '@aangan/design/tabs'
import { UnreadBadge } from '@aangan/product/unread-badge'
import { useSession } from '@aangan/remote/context'
import { type ReactNode, useId } from 'react'
import { Unconfirmed } from '../confirm/unconfirmed.tsx'
import { MessageMails } from '../mails/message-mails.tsx'
import { SavedSearches } from '../searches/saved-searches.tsx'
import { Head } from './head.tsx'
import { Messages } from './messages.tsx'
import { MyHomes, SavedHomes } from './my-homes.tsx'
import * as s from './profile.module.css'
import { SignedIn } from './signed-in.tsx'
import { useSectionInView } from './use-section-in-view.ts'
import { type Tab, useTab } from './use-tab.ts'

/** `/profile`. Keyed by user, so that no state survives a change of account. */
export function Profile() {
  const { user } = useSession()
  return user ? <Own key={user.id} user={user} /> : <div aria-busy="true" />
}

function Own({ user }: { user: User }) {
  const id = useId()
  const [tab, choose] = useTab()
  useSectionInView(id)
  const panel = (value: Tab) => ({ id, value, chosen: tab })
  return (
    <div className={s.page}>
      <ArrivalNotice className={s.notice} />
      <Head user={user} />
      {user.emailConfirmed === false && <Unconfirmed email={user.email ?? ''} />}
      <Tabs id={id} label="Your profile" className={s.tabs} tabs={TABS} value={tab} onChange={choose} />
      <div className={s.homes}>
        <TabPanel {...panel('mine')}>
          <MyHomes />
        </TabPanel>
        <TabPanel {...panel('saved')}>
          <SavedHomes />
        </TabPanel>
        <TabPanel {...panel('searches')}>
          <SavedSearches />
        </TabPanel>
      </div>
      <div className={s.aside}>
        <TabPanel {...panel('messages')}>
          <div className={s.messages}>
            <Messages isChosen={tab === 'messages'} />
            <MessageMails />
          </div>
        </TabPanel>
        <TabPanel {...panel('devices')}>
          <SignedIn />
        </TabPanel>
      </div>
    </div>
  )
}

const TABS: { value: Tab; label: ReactNode }[] = [
  { value: 'mine', label: 'My Properties' },
  { value: 'saved', label: 'Saved Properties' },
  {
    value: 'messages',
    label: (
      <>
        Messages <UnreadBadge />
      </>
    ),
  },
  { value: 'searches', label: 'Saved searches' },
  { value: 'devices', label: 'Devices' },
]

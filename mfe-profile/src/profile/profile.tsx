import type { User } from '@aangan/contracts/users'
import { useSession } from '@aangan/web-kit/context'
import { MessageMails } from '../mails/message-mails.tsx'
import { SavedSearches } from '../searches/saved-searches.tsx'
import { Head } from './head.tsx'
import { Messages } from './messages.tsx'
import { MyHomes, SavedHomes } from './my-homes.tsx'
import * as s from './profile.module.css'
import { SignedIn } from './signed-in.tsx'

/** `/profile`. Nothing of it outlives its owner's session. */
export function Profile() {
  const { user } = useSession()
  return user ? <Own key={user.id} user={user} /> : <div aria-busy="true" />
}

function Own({ user }: { user: User }) {
  return (
    <div className={s.page}>
      <Head user={user} />
      <div className={s.homes}>
        <MyHomes />
        <SavedHomes />
        <SavedSearches />
      </div>
      <div className={s.aside}>
        <Messages />
        <MessageMails />
        <SignedIn />
      </div>
    </div>
  )
}

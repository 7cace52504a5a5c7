import type { PublicUser } from '@aangan/contracts/users'
import { Avatar } from '@aangan/product/avatar'
import { useSelector } from 'react-redux'
import * as s from './person.module.css'
import { selectOnline } from './state/presence-slice.ts'
import type { ChatRoot } from './store.ts'

/** The dot is decorative: announce "Online" elsewhere. */
export function Person({ user }: { user: PublicUser }) {
  const isOnline = useSelector((root: ChatRoot) => selectOnline(root, user.id))
  return (
    <span className={s.person}>
      <Avatar user={user} size={40} />
      {isOnline && <span className={s.dot} />}
    </span>
  )
}

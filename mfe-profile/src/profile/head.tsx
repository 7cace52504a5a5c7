import { AFTER_SIGN_OUT, SIGN_OUT } from '@aangan/contracts/sign-in'
import type { User } from '@aangan/contracts/users'
import { Button, LinkButton } from '@aangan/design/button'
import { Avatar } from '@aangan/product/avatar'
import { useRemote } from '@aangan/remote/context'
import { useFormat } from '@aangan/remote/format'
import { useNavigateFromHere } from '@aangan/remote/use-navigate-from-here'
import LogOut from 'lucide-react/icons/log-out'
import Pencil from 'lucide-react/icons/pencil'
import type { FormEvent } from 'react'
import { useLogoutMutation } from '../api.ts'
import * as s from './head.module.css'

export function Head({ user }: { user: User }) {
  const format = useFormat()
  const { session } = useRemote()
  const navigate = useNavigateFromHere()
  const [logout, { isLoading, error }] = useLogoutMutation()

  async function leave(event: FormEvent) {
    event.preventDefault()
    const { data } = await logout()
    if (!data) return
    // Leave the private page first, or the gate would redirect to /login.
    navigate(AFTER_SIGN_OUT)
    await session.refresh()
  }

  return (
    <header className={s.head}>
      <div className={s.person}>
        <Avatar user={user} size={64} />
        <div className={s.words}>
          <h1 className={s.name}>{user.username}</h1>
          {user.email && <p className={s.fact}>{user.email}</p>}
          <p className={s.fact}>{`Member since ${format.date(user.createdAt)}`}</p>
        </div>
      </div>
      <div className={s.actions}>
        <LinkButton to="/profile/update" variant="quiet" icon={<Pencil size={18} />}>
          Update Profile
        </LinkButton>
        <form method="post" action={SIGN_OUT} onSubmit={leave}>
          <Button type="submit" variant="quiet" icon={<LogOut size={18} />} busy={isLoading}>
            Logout
          </Button>
        </form>
      </div>
      {error && (
        <p className={s.error} role="alert">
          {`You are still signed in. ${error.message}`}
        </p>
      )}
    </header>
  )
}

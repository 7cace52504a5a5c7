import type { NoticeState } from '@aangan/contracts/notice'
import type { User } from '@aangan/contracts/users'
import { Button } from '@aangan/design/button'
import { Dialog } from '@aangan/design/dialog'
import { focusField } from '@aangan/design/focus-field'
import { FormError } from '@aangan/design/form-error'
import { PasswordField } from '@aangan/design/password-field'
import { useRemote } from '@aangan/remote/context'
import { type SubmitEvent, useState } from 'react'
import { useLogoutMutation } from '../api.ts'
import { entered } from '../form/entered.ts'
import { useRemoveAccountMutation } from './account-api.ts'
import * as s from './delete-account.module.css'

const DELETED: NoticeState = { notice: 'Your account is deleted. You are signed out on all devices.' }

export function DeleteAccount({ user, onClose }: { user: User; onClose: () => void }) {
  const { session, navigate } = useRemote()
  const [remove, { isLoading, error }] = useRemoveAccountMutation()
  const [logout] = useLogoutMutation()
  const [missing, setMissing] = useState<string>()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { currentPassword } = entered(form, ['currentPassword'])
    setMissing(currentPassword === '' ? 'Enter your password' : undefined)
    if (currentPassword === '') return focusField(form, 'currentPassword')
    const { data } = await remove({ id: user.id, body: { currentPassword } })
    if (!data) return focusField(form, 'currentPassword')
    // The session is over: this clears its cookie, and what belongs to the person in every tab.
    await logout()
    // Leave the private page first, or the gate would redirect to /login.
    navigate('/', { replace: true, state: DELETED })
    await session.refresh()
  }

  return (
    <Dialog title="Delete your account?" onClose={onClose} busy={isLoading}>
      <form method="post" className={s.form} noValidate onSubmit={(event) => void submit(event)}>
        <p>This cannot be undone. When you delete your account:</p>
        <ul className={s.effects}>
          <li>your listings, pictures, saved places and saved searches are removed;</li>
          <li>messages you have sent stay with the people you wrote to, under “Deleted user”;</li>
          <li>you are signed out on all devices.</li>
        </ul>
        {error && <FormError>{error.message}</FormError>}
        {/* For password managers. */}
        <input type="text" name="username" autoComplete="username" hidden readOnly value={user.username} />
        <PasswordField
          name="currentPassword"
          label="Your password"
          autoComplete="current-password"
          error={missing}
          onChange={() => setMissing(undefined)}
        />
        <div className={s.actions}>
          <Button variant="quiet" disabled={isLoading} onClick={onClose}>
            Keep my account
          </Button>
          <Button type="submit" variant="danger" busy={isLoading}>
            Delete my account
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

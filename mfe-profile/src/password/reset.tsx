import { NAMED_RESET, PASSWORD_LENGTH, RESET_ACCOUNT } from '@aangan/contracts/account-constants'
import { Button, LinkButton } from '@aangan/design/button'
import { focusField } from '@aangan/design/focus-field'
import { PasswordField } from '@aangan/design/password-field'
import { TextField } from '@aangan/design/text-field'
import { useRemote } from '@aangan/remote/context'
import { Link } from '@aangan/remote/link'
import { useNavigateFromHere } from '@aangan/remote/use-navigate-from-here'
import { useDispatch } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { useResetPasswordMutation } from '../api.ts'
import { entered } from '../form/entered.ts'
import { fieldInError } from '../form/field-in-error.ts'
import { Form } from '../form/form.tsx'
import { FormPage } from '../form/form-page.tsx'
import { noticeLeft } from '../notice-slice.ts'

const TITLE = 'Choose a new password'

/** `/reset?token=…`, the target of the email's link. */
export function Reset() {
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  const token = params.get('token')
  if (!token) return <NoToken />
  return <NewPassword token={token} isNamed={params.has(NAMED_RESET)} account={params.get(RESET_ACCOUNT)} />
}

interface NewPasswordProps {
  token: string
  /** Whether the username is needed: nobody has confirmed the address yet. */
  isNamed: boolean
  /** The username, for the password manager; null in links of earlier releases. */
  account: string | null
}

function NewPassword({ token, isNamed, account }: NewPasswordProps) {
  const { session } = useRemote()
  const navigate = useNavigateFromHere()
  const dispatch = useDispatch()
  const [change, { isLoading, error }] = useResetPasswordMutation()

  async function submit(form: HTMLFormElement) {
    const fields = isNamed ? (['username', 'password'] as const) : (['password'] as const)
    const { data, error } = await change({ token, ...entered<'password' | 'username'>(form, fields) })
    if (!data) return focusField(form, isNamed ? (fieldInError(error?.message) ?? 'password') : 'password')
    dispatch(noticeLeft({ message: data.message }))
    // Replace, so that the token does not stay in the history.
    navigate('/login', { replace: true })
    // A new password ends every session, perhaps including this one.
    await session.refresh()
  }

  return (
    <FormPage
      title={TITLE}
      lead="You will then be signed out everywhere. Sign in again with the new password."
      links={<Link to="/forgot">Ask for a new link</Link>}
    >
      <Form onSubmit={submit} error={error?.message}>
        {!isNamed && account && <input hidden readOnly type="text" autoComplete="username" value={account} />}
        {isNamed && (
          <TextField
            name="username"
            label="Username"
            hint="The one that you chose when you registered."
            autoComplete="username"
            autoCapitalize="none"
          />
        )}
        <PasswordField
          name="password"
          label="New password"
          hint={`At least ${PASSWORD_LENGTH.min} characters.`}
          autoComplete="new-password"
        />
        <Button type="submit" busy={isLoading}>
          Change the password
        </Button>
      </Form>
    </FormPage>
  )
}

/** Email programs break long links. */
function NoToken() {
  return (
    <FormPage title={TITLE} lead="Part of the link is missing. Copy all of it from the email, or ask for a new one.">
      <LinkButton to="/forgot">Ask for a new link</LinkButton>
    </FormPage>
  )
}

import { PASSWORD_LENGTH } from '@aangan/contracts/account-constants'
import { useRemote } from '@aangan/web-kit/context'
import { focusField } from '@aangan/web-kit/focus-field'
import { Button, LinkButton } from '@aangan/web-kit/ui/button'
import { Link } from '@aangan/web-kit/ui/link'
import { PasswordField } from '@aangan/web-kit/ui/password-field'
import { useNavigateFromHere } from '@aangan/web-kit/use-navigate-from-here'
import { useDispatch } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { useResetPasswordMutation } from '../api.ts'
import { entered } from '../form/entered.ts'
import { Form } from '../form/form.tsx'
import { FormPage } from '../form/form-page.tsx'
import { noticeLeft } from '../notice-slice.ts'

const TITLE = 'Choose a new password'

/** `/reset?token=…`, the target of the email's link. */
export function Reset() {
  const { search } = useLocation()
  const token = new URLSearchParams(search).get('token')
  return token ? <NewPassword token={token} /> : <NoToken />
}

function NewPassword({ token }: { token: string }) {
  const { session } = useRemote()
  const navigate = useNavigateFromHere()
  const dispatch = useDispatch()
  const [change, { isLoading, error }] = useResetPasswordMutation()

  async function submit(form: HTMLFormElement) {
    const { data } = await change({ token, ...entered(form, ['password']) })
    if (!data) return focusField(form, 'password')
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

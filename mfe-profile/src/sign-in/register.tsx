import { PASSWORD_LENGTH, USERNAME_LENGTH } from '@aangan/contracts/account-constants'
import { signInReason } from '@aangan/contracts/sign-in'
import { Button } from '@aangan/design/button'
import { focusField } from '@aangan/design/focus-field'
import { PasswordField } from '@aangan/design/password-field'
import { TextField } from '@aangan/design/text-field'
import { Link } from '@aangan/remote/link'
import { useEntryState } from '@aangan/remote/use-entry-state'
import { useKeptForm } from '@aangan/remote/use-kept-form'
import { useNavigateFromHere } from '@aangan/remote/use-navigate-from-here'
import { useRef } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { useRegisterMutation } from '../api.ts'
import { entered } from '../form/entered.ts'
import { fieldInError } from '../form/field-in-error.ts'
import { Form } from '../form/form.tsx'
import { FormPage } from '../form/form-page.tsx'
import { noticeLeft } from '../notice-slice.ts'

const USERNAME_HINT = `${USERNAME_LENGTH.min} to ${USERNAME_LENGTH.max} letters, digits, dots, hyphens or underscores.`
const FIELDS = ['username', 'email']
const PASSWORD_HINT = `At least ${PASSWORD_LENGTH.min} characters.`

/** `/register`. Only the server validates. */
export function Register() {
  const { search } = useLocation()
  const state = useEntryState()
  const navigate = useNavigateFromHere()
  const dispatch = useDispatch()
  const [register, { isLoading, error }] = useRegisterMutation()

  const form = useRef<HTMLFormElement>(null)
  const forget = useKeptForm(form, { name: 'register', fields: FIELDS })

  async function submit(form: HTMLFormElement) {
    const account = entered(form, ['username', 'email', 'password'])
    const { data, error } = await register(account)
    if (!data) return focusField(form, fieldInError(error?.message) ?? '')
    forget()
    const message = `${data.message} We sent a link to ${account.email}: open it to confirm the address.`
    dispatch(noticeLeft({ message, username: account.username }))
    navigate(`/login${search}`, { state })
  }

  return (
    <FormPage
      title="Create an Account"
      lead={signInReason(state) ?? 'Save the homes you like, and list your own.'}
      links={
        <Link to={`/login${search}`} state={state}>
          Already have an account? Sign in
        </Link>
      }
    >
      <Form ref={form} onSubmit={submit} error={error?.message}>
        <TextField
          name="username"
          label="Username"
          hint={USERNAME_HINT}
          autoComplete="username"
          autoCapitalize="none"
        />
        <TextField name="email" label="Email" type="email" autoComplete="email" />
        <PasswordField name="password" label="Password" hint={PASSWORD_HINT} autoComplete="new-password" />
        <Button type="submit" busy={isLoading}>
          Register
        </Button>
      </Form>
    </FormPage>
  )
}

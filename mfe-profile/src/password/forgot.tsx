import { isBlank } from '@aangan/contracts/text/characters'
import { Button } from '@aangan/design/button'
import { focusField } from '@aangan/design/focus-field'
import { TextField } from '@aangan/design/text-field'
import { Link } from '@aangan/remote/link'
import { useKeptForm } from '@aangan/remote/use-kept-form'
import { useRef, useState } from 'react'
import { useAskForResetMutation } from '../api.ts'
import { entered } from '../form/entered.ts'
import { Form, Notice } from '../form/form.tsx'
import { FormPage } from '../form/form-page.tsx'

const FIELDS = ['email']
const NO_EMAIL = 'Enter the email address of your account.'

export function Forgot() {
  const [ask, { data, isLoading, error, reset }] = useAskForResetMutation()
  const [wrong, setWrong] = useState<string>()

  const form = useRef<HTMLFormElement>(null)
  const forget = useKeptForm(form, { name: 'forgot', fields: FIELDS })

  async function submit(form: HTMLFormElement) {
    const { email } = entered(form, ['email'])
    const isEmpty = isBlank(email)
    reset()
    setWrong(isEmpty ? NO_EMAIL : undefined)
    if (isEmpty) return focusField(form, 'email')
    const { data } = await ask({ email })
    if (data) forget()
    else focusField(form, 'email')
  }

  return (
    <FormPage
      title="Forgot your password?"
      lead="It happens. Enter your email address, and we will send you a link to choose a new one."
      links={<Link to="/login">Back to the login</Link>}
    >
      {data ? (
        <Notice
          focused
        >{`${data.message} The link works for an hour. If no email arrives, check your spam folder.`}</Notice>
      ) : (
        <Form ref={form} onSubmit={submit} error={error?.message}>
          <TextField
            name="email"
            label="Email"
            type="email"
            autoComplete="email"
            required
            error={wrong}
            onChange={() => setWrong(undefined)}
          />
          <Button type="submit" busy={isLoading}>
            Send the link
          </Button>
        </Form>
      )}
    </FormPage>
  )
}

import type { Undone } from '@aangan/contracts/accounts'
import { Button, LinkButton } from '@aangan/design/button'
import { useRemote } from '@aangan/remote/context'
import { Link } from '@aangan/remote/link'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useUndoChangeMutation } from '../api.ts'
import { Form, Notice } from '../form/form.tsx'
import { FormPage } from '../form/form-page.tsx'

const TITLE = 'Undo a change to your account'

/** `/undo?token=…`, the target of a link in an email. Only its button undoes: mail scanners open links, too. */
export function Undo() {
  const { search } = useLocation()
  const token = new URLSearchParams(search).get('token')
  return token ? <Undoing token={token} /> : <NoToken />
}

function Undoing({ token }: { token: string }) {
  const { session } = useRemote()
  const [undo, { isLoading, error }] = useUndoChangeMutation()
  // Kept here: signing out clears the store, and its token is used only once.
  const [undone, setUndone] = useState<Undone | null>(null)

  async function press() {
    const { data } = await undo(token)
    if (!data) return
    setUndone(data)
    // It ended every session, perhaps including this one.
    await session.refresh()
  }

  if (undone) {
    return (
      <FormPage title={TITLE}>
        <Notice focused>{undone.message}</Notice>
        <LinkButton to={`/reset?${new URLSearchParams({ token: undone.token })}`}>Choose a new password</LinkButton>
      </FormPage>
    )
  }
  return (
    <FormPage
      title={TITLE}
      lead="The password or the email address of your account was changed. If that was not you, undo it here."
      links={<Link to="/forgot">Ask for a new password</Link>}
    >
      <Form onSubmit={press} error={error?.message}>
        <p>
          Your account will use the email address that got this link, unless another account has it by now. Everyone
          will be signed out, and you then choose a new password.
        </p>
        <Button type="submit" busy={isLoading}>
          Undo the change
        </Button>
      </Form>
    </FormPage>
  )
}

/** Email programs break long links. */
function NoToken() {
  return (
    <FormPage title={TITLE} lead="Part of the link is missing. Copy all of it from the email.">
      <LinkButton to="/forgot">Ask for a new password</LinkButton>
    </FormPage>
  )
}

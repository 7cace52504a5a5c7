import { Button, LinkButton } from '@aangan/design/button'
import { useRemote, useSession } from '@aangan/remote/context'
import { Link } from '@aangan/remote/link'
import { useLocation } from 'react-router-dom'
import { useConfirmEmailMutation } from '../api.ts'
import { Form, Notice } from '../form/form.tsx'
import { FormPage } from '../form/form-page.tsx'

const TITLE = 'Confirm your email address'

/** `/confirm?token=…`, the target of the email's link. Only its button confirms: mail scanners open links, too. */
export function Confirm() {
  const { search } = useLocation()
  const token = new URLSearchParams(search).get('token')
  return token ? <Confirming token={token} /> : <NoToken />
}

function Confirming({ token }: { token: string }) {
  const { session } = useRemote()
  const { user } = useSession()
  const [confirm, { data, isLoading, error }] = useConfirmEmailMutation()

  async function press() {
    const { data } = await confirm(token)
    if (data) await session.refresh()
  }

  return (
    <FormPage title={TITLE} links={<Link to="/profile">Go to your profile</Link>}>
      {data ? (
        <Notice focused>{`${data.message} We can now email you about new homes and messages.`}</Notice>
      ) : user && user.emailConfirmed !== false ? (
        <Notice>Your email address is confirmed already.</Notice>
      ) : (
        <Form onSubmit={press} error={error?.message}>
          <p>
            {`You are signed in as ${user?.username ?? ''}. Is ${user?.email ?? 'the address that got this link'} your email address?`}
          </p>
          <Button type="submit" busy={isLoading}>
            Confirm my address
          </Button>
        </Form>
      )}
    </FormPage>
  )
}

/** Email programs break long links. */
function NoToken() {
  return (
    <FormPage title={TITLE} lead="Part of the link is missing. Copy all of it from the email, or send a new one.">
      <LinkButton to="/profile">Go to your profile</LinkButton>
    </FormPage>
  )
}

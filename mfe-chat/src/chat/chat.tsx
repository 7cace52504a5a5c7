import { type SignInState, signInAddress } from '@aangan/contracts/sign-in'
import { LinkButton } from '@aangan/design/button'
import { EmptyState } from '@aangan/design/empty-state'
import { useSession } from '@aangan/remote/context'
import { useTitle } from '@aangan/remote/title'
import { useLocation } from 'react-router-dom'
import * as s from './chat.module.css'
import { Chats } from './chats.tsx'

/** `/chat`. Keyed by user, so that no state survives a change of account. */
export function Chat() {
  const { status, user } = useSession()
  if (status === 'visitor') return <SignedOut />
  return user ? <Chats key={user.id} /> : <div className={s.page} aria-busy="true" />
}

function SignedOut() {
  useTitle('Messages')
  return (
    <div className={s.signedOut}>
      <h1 className={s.title}>Messages</h1>
      <EmptyState action={<SignIn />}>
        You are signed out. Sign in to read your messages and to write to owners.
      </EmptyState>
    </div>
  )
}

function SignIn() {
  const state: SignInState = { reason: 'Sign in to read your messages.' }
  return (
    <LinkButton to={signInAddress(`/chat${useLocation().search}`)} state={state}>
      Sign in
    </LinkButton>
  )
}

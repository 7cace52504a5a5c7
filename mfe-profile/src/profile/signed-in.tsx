import type { SessionInfo } from '@aangan/contracts/accounts'
import { Button } from '@aangan/design/button'
import { ErrorState } from '@aangan/design/error-state'
import { PlainList } from '@aangan/design/plain-list'
import { Skeleton } from '@aangan/design/skeleton'
import { useFormat } from '@aangan/remote/format'
import { useRef } from 'react'
import { useEndSessionMutation, useSessionsQuery } from '../api.ts'
import { deviceOf } from './device.ts'
import { Section } from './section.tsx'
import * as s from './signed-in.module.css'

/** All sessions, so that a lost phone can be signed out. */
export function SignedIn() {
  return (
    <Section title="Where you are signed in">
      <Sessions />
    </Section>
  )
}

function Sessions() {
  const { data, error, isFetching, refetch } = useSessionsQuery()
  const list = useRef<HTMLUListElement>(null)
  if (data) {
    return (
      <PlainList ref={list} tabIndex={-1} aria-label="Browsers">
        {data.map((session) => (
          // The focused button is removed with its row.
          <Line key={session.id} session={session} onEnded={() => list.current?.focus()} />
        ))}
      </PlainList>
    )
  }
  if (!error) return <Skeleton className={s.line} />
  const title = 'This list could not be loaded'
  return <ErrorState title={title} message={error.message} onRetry={refetch} retrying={isFetching} />
}

function Line({ session, onEnded }: { session: SessionInfo; onEnded: () => void }) {
  const { id, userAgent, seenAt, isCurrent } = session
  const format = useFormat()
  const [end, { isLoading, error }] = useEndSessionMutation()
  const [device, ago] = [deviceOf(userAgent), format.ago(seenAt)]

  async function signOut() {
    const { data } = await end(id)
    if (data) onEnded()
  }

  return (
    <li className={s.session}>
      <div>
        <p className={s.device}>{device}</p>
        <p className={s.seen}>{isCurrent ? 'This browser' : `Last used ${ago}`}</p>
        {error && (
          <p className={s.error} role="alert">
            {error.message}
          </p>
        )}
      </div>
      {!isCurrent && (
        <Button
          variant="quiet"
          dense
          busy={isLoading}
          aria-label={`Sign out ${device}, last used ${ago}`}
          onClick={signOut}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

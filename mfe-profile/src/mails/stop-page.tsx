import { Button, LinkButton } from '@aangan/design/button'
import { RetryButton } from '@aangan/design/retry-button'
import { readEntryState, updateEntryState } from '@aangan/remote/entry-state'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { FormPage } from '../form/form-page.tsx'
import { areOn, type LinkedMails, useStartMailsMutation, useStopMailsMutation } from './mails-api.ts'
import * as s from './stop-page.module.css'

interface Choice {
  to: string
  label: string
}

interface Kind {
  kind: '/users/searches' | '/chats/mails'
  /** Says what these emails are about. */
  about: (mails: LinkedMails) => ReactNode
  /** Link to the setting in the profile. */
  choice: Choice
}

/** The target of an email's link, `?token=…`: stops such emails immediately, without signing in. */
export function StopPage(kind: Kind) {
  const { search } = useLocation()
  const token = new URLSearchParams(search).get('token')
  return token ? <Stopping {...kind} token={token} /> : <Page title={FAILED} words={NO_TOKEN} choice={kind.choice} />
}

function Stopping({ kind, about, choice, token }: Kind & { token: string }) {
  const { key } = useLocation()
  const [stop, { data: stopped, error, isLoading }] = useStopMailsMutation()
  const [start, starting] = useStartMailsMutation()
  const [kept, setKept] = useState<LinkedMails>()
  // A link to a place on this page, such as "Skip to content", makes another entry, but is no new visit.
  const [firstKey] = useState(key)
  const mails = starting.data ?? stopped ?? kept

  // Back and a reload must not stop emails that were started again.
  useLayoutEffect(() => {
    const known = readEntryState(firstKey).mails as LinkedMails | undefined
    if (known) setKept(known)
    else void stop({ kind, token })
  }, [stop, kind, token, firstKey])
  useEffect(() => {
    if (mails) updateEntryState(key, { mails })
  }, [key, mails])

  if (mails && areOn(mails))
    return <Page title="You will get these emails again" words={about(mails)} choice={choice} />
  if (mails) {
    return (
      <Page title="These emails have stopped" words={about(mails)} error={starting.error?.message} choice={choice}>
        <Button variant="quiet" busy={starting.isLoading} onClick={() => void start({ kind, token })}>
          Start again
        </Button>
      </Page>
    )
  }
  if (!error) return <Page title="Stopping these emails…" words="One moment." choice={choice} />
  const canRetry = 'status' in error && error.status !== 404
  return (
    <Page title={FAILED} words={error.message} choice={choice}>
      {canRetry && <RetryButton variant="primary" busy={isLoading} onClick={() => void stop({ kind, token })} />}
    </Page>
  )
}

interface PageProps {
  title: string
  words: ReactNode
  error?: string | undefined
  choice: Choice
  children?: ReactNode
}

function Page({ title, words, error, choice, children }: PageProps) {
  return (
    <FormPage title={title} lead={words} announced>
      <div className={s.actions}>
        {children}
        <LinkButton to={choice.to} variant="quiet">
          {choice.label}
        </LinkButton>
      </div>
      {error && (
        <p className={s.error} role="alert">
          {error}
        </p>
      )}
    </FormPage>
  )
}

const FAILED = 'These emails could not be stopped'
const NO_TOKEN = 'Part of the link is missing. Copy all of it from the email, or change this in your profile.'

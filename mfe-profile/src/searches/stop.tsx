import type { ApiError } from '@aangan/web-kit/api'
import { Button, LinkButton } from '@aangan/web-kit/ui/button'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { FormPage } from '../form/form-page.tsx'
import { useStartMailsMutation, useStopMailsMutation } from './searches-api.ts'
import * as s from './stop.module.css'
import { useSearchTitle } from './use-search-title.ts'

/** `/searches/stop?token=…`, where a mail's link leads: it stops them at once, and nobody signs in for that. */
export function Stop() {
  const { search } = useLocation()
  const token = new URLSearchParams(search).get('token')
  return token ? <Stopping token={token} /> : <Page title={FAILED} words={NO_TOKEN} />
}

function Stopping({ token }: { token: string }) {
  const [stop, { data, error, isLoading }] = useStopMailsMutation()
  const [start, starting] = useStartMailsMutation()

  useEffect(() => {
    void stop(token)
  }, [stop, token])

  if (starting.data && starting.data.alert !== 'off')
    return <About search={starting.data.search} title="You get these mails again" />
  if (data) {
    return (
      <About search={data.search} title="These mails have stopped" error={starting.error}>
        <Button variant="quiet" busy={starting.isLoading} onClick={() => void start(token)}>
          Start again
        </Button>
      </About>
    )
  }
  if (!error) return <Page title="Stopping these mails…" words="One moment." />
  const canRetry = 'status' in error && error.status !== 404
  return (
    <Page title={FAILED} words={error.message}>
      {canRetry && (
        <Button busy={isLoading} onClick={() => void stop(token)}>
          Try again
        </Button>
      )}
    </Page>
  )
}

interface AboutProps {
  search: string
  title: string
  error?: { message?: string } | ApiError | undefined
  children?: React.ReactNode
}

function About({ search, title, error, children }: AboutProps) {
  const words = `New homes for your saved search: ${useSearchTitle(search)}`
  return (
    <Page title={title} words={words} error={error?.message}>
      {children}
    </Page>
  )
}

interface PageProps {
  title: string
  words: string | undefined
  error?: string | undefined
  children?: React.ReactNode
}

function Page({ title, words, error, children }: PageProps) {
  return (
    <FormPage title={title} lead={<span role="status">{words}</span>}>
      <div className={s.actions}>
        {children}
        <LinkButton to="/profile" variant="quiet">
          See your saved searches
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

const FAILED = 'These mails could not be stopped'
const NO_TOKEN = 'A part of the link is missing. Copy all of it from the mail, or choose in your profile.'

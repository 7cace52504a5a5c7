import { Button } from '@aangan/design/button'
import { useRemote } from '@aangan/remote/context'
import { useEffect } from 'react'
import { useSendConfirmationMutation } from '../api.ts'
import * as s from './unconfirmed.module.css'

const TITLE = 'Confirm your email address'

/** Until the address is confirmed, perhaps in another tab or on another device. */
export function Unconfirmed({ email }: { email: string }) {
  const { session } = useRemote()
  const [send, { data, isLoading, error }] = useSendConfirmationMutation()

  useEffect(() => {
    const check = () => {
      if (!document.hidden) void session.refresh()
    }
    check()
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [session])

  return (
    <section className={s.unconfirmed} aria-label={TITLE}>
      <div className={s.words}>
        <h2 className={s.title}>{TITLE}</h2>
        <p>
          Open the link that we sent to <strong className={s.email}>{email}</strong>. Until then we send nothing else
          there, such as new homes or messages.
        </p>
        <p role="status" className={s.said}>
          {data?.message}
        </p>
        {error && (
          <p role="alert" className={s.error}>
            {error.message}
          </p>
        )}
      </div>
      <Button variant="quiet" busy={isLoading} onClick={() => void send()}>
        Send again
      </Button>
    </section>
  )
}

import { type RefObject, useEffect, useState } from 'react'

interface Uploads {
  isUploading: boolean
  /** How many files could not be uploaded. */
  failures: number
}

interface DelayedSending {
  isWaiting: boolean
  /** Whether a file failed while the form was waiting, which therefore was not sent. */
  hasFailed: boolean
  /** Call it when the form is submitted while it is uploading. */
  wait: () => void
  /** Call it when the form is submitted otherwise, and when something is entered without an `input` event. */
  stop: () => void
}

/**
 * A form that was submitted while its files were uploading submits itself once they are uploaded. It does not after
 * something was entered meanwhile, or a file failed: only what a visitor has seen is sent.
 */
export function useSendOnceUploaded(form: RefObject<HTMLFormElement | null>, uploads: Uploads): DelayedSending {
  const { isUploading, failures } = uploads
  /** While it waits, how many files had failed before. */
  const [state, setState] = useState<number | 'failed' | null>(null)
  const isActive = state !== null

  useEffect(() => {
    if (typeof state !== 'number') return
    if (failures > state) setState('failed')
    else if (!isUploading) {
      setState(null)
      form.current?.requestSubmit()
    }
  }, [form, state, isUploading, failures])
  useEffect(() => {
    const element = form.current
    if (!isActive || !element) return
    const stop = () => setState(null)
    element.addEventListener('input', stop)
    return () => element.removeEventListener('input', stop)
  }, [form, isActive])

  return {
    isWaiting: typeof state === 'number',
    hasFailed: state === 'failed',
    wait: () => setState(failures),
    stop: () => setState(null),
  }
}

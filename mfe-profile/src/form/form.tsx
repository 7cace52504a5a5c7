import { Card } from '@aangan/web-kit/ui/card'
import { FormError } from '@aangan/web-kit/ui/form-error'
import type { ReactNode, SubmitEvent } from 'react'
import * as s from './form-page.module.css'

interface FormProps {
  onSubmit: (form: HTMLFormElement) => void
  /** Why the server refused it, or did not answer: read out at once. */
  error?: string | undefined
  children: ReactNode
}

/** Fields beneath each other. What is wrong is said by us: the browser's own words say less, and vanish. */
export function Form({ onSubmit, error, children }: FormProps) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(event.currentTarget)
  }
  return (
    <Card>
      <form className={s.form} noValidate onSubmit={submit}>
        {children}
        {error && <FormError>{error}</FormError>}
      </form>
    </Card>
  )
}

/** What has gone well. With `focused` it has the focus, in place of a form that is gone. */
export function Notice({ focused = false, children }: { focused?: boolean; children: ReactNode }) {
  return (
    <p className={s.notice} role="status" tabIndex={-1} ref={focused ? takeFocus : undefined}>
      {children}
    </p>
  )
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

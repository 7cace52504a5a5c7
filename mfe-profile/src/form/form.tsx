import { PLAIN_FORM } from '@aangan/contracts/page'
import { Card } from '@aangan/design/card'
import { FormError } from '@aangan/design/form-error'
import type { ReactNode, Ref, SubmitEvent } from 'react'
import * as s from './form-page.module.css'

interface FormProps {
  onSubmit: (form: HTMLFormElement) => void
  ref?: Ref<HTMLFormElement>
  /** The server's error; announced to screen readers immediately. */
  error?: string | undefined
  /** Whether the site also takes it without any script. */
  isPlain?: boolean
  children: ReactNode
}

/** Validates by itself: the browser's messages say less, and disappear. */
export function Form({ onSubmit, ref, error, isPlain = false, children }: FormProps) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(event.currentTarget)
  }
  return (
    <Card>
      <form
        ref={ref}
        method="post"
        className={s.form}
        noValidate
        onSubmit={submit}
        {...(isPlain && { [PLAIN_FORM]: '' })}
      >
        {children}
        {error && <FormError>{error}</FormError>}
      </form>
    </Card>
  )
}

/** A success message. `focused` moves the focus here, for use after a form is removed. */
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

import type { ReactNode } from 'react'
import * as s from './form-error.module.css'

/** Why the server refused a form, or did not answer: read out at once. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p className={s.error} role="alert">
      {children}
    </p>
  )
}

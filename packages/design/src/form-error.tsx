import type { ReactNode } from 'react'
import * as s from './form-error.module.css'

/** The server's error for a form; announced to screen readers immediately. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p className={s.error} role="alert">
      {children}
    </p>
  )
}

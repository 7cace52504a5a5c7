import { focusField } from '@aangan/design/focus-field'
import { PlainList } from '@aangan/design/plain-list'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { MouseEvent } from 'react'
import { FIELD_NAMES, FIELDS } from './form-fields.ts'
import { UPLOAD_BUTTON } from './pictures-field.tsx'
import type { FieldErrors } from './read-post.ts'
import { Reload } from './reload.tsx'
import * as s from './summary.module.css'

interface SummaryProps {
  title: string
  errors: FieldErrors
  /** The server's error. */
  refusal: string | undefined
  /** Whether pictures failed that were waited for. */
  hasFailedPictures: boolean
  /** False if it fails. */
  onReload: (() => Promise<boolean>) | undefined
}

/** The error summary with links to the fields; takes the focus when it appears. */
export function Summary({ title, errors, refusal, hasFailedPictures, onReload }: SummaryProps) {
  const wrong = FIELD_NAMES.filter((name) => errors[name] !== undefined)
  if (wrong.length === 0 && refusal === undefined && !hasFailedPictures) return null
  return (
    <div className={s.summary} role="alert" tabIndex={-1} ref={takeFocus}>
      <p className={s.title}>
        <CircleAlert size={20} /> <span>{title}</span>
      </p>
      {refusal !== undefined && (
        <p>
          <small className={s.error}>error</small> <span>{refusal}</span>
        </p>
      )}
      {onReload && <Reload onReload={onReload} />}
      <PlainList className={s.list}>
        {wrong.map((name) => (
          <li key={name}>
            <FieldLink name={name}>
              {refusal === undefined ? `${FIELDS[name].label}: ${errors[name]}` : FIELDS[name].label}
            </FieldLink>
          </li>
        ))}
        {hasFailedPictures && (
          <li>
            <FieldLink name={UPLOAD_BUTTON}>
              Pictures: Some could not be uploaded. Try again, or go on without them.
            </FieldLink>
          </li>
        )}
      </PlainList>
    </div>
  )
}

function FieldLink({ name, children }: { name: string; children: React.ReactNode }) {
  function follow(event: MouseEvent<HTMLElement>) {
    event.preventDefault()
    const form = event.currentTarget.closest('form')
    if (form) focusField(form, name)
  }
  return (
    <a href={`#${name}`} onClick={follow}>
      {children}
    </a>
  )
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import * as s from './field.module.css'

export interface FieldProps {
  label: string
  hint?: string
  /** What is wrong and how to fix it; linked to the control for screen readers. */
  error?: string
  dense?: boolean
  /** Highlights a filter that is set. */
  active?: boolean
  className?: string
}

/** Spread these on the control to link it to its label, hint and error. */
interface ControlProps {
  id: string
  className: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface FieldFrameProps extends FieldProps {
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, hint, error, dense, active, className, children }: FieldFrameProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classNames(s.field, dense && s.dense, active && s.active, className)}>
      <label className={s.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: classNames(s.control, error && s.wrong),
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p className={s.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={s.error} id={`${id}-error`}>
          <CircleAlert size={16} /> <span>{error}</span>
        </p>
      )}
    </div>
  )
}

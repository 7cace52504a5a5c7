import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import * as s from './field.module.css'

/** What every field has around its control. */
export interface FieldProps {
  label: string
  hint?: string
  /** What is wrong and how to put it right; linked to the control and read out with it. */
  error?: string
  /** As low as a filter bar's controls. */
  dense?: boolean
  /** A filter that is at work: filled, so that it is seen among the idle ones. */
  active?: boolean
  className?: string
}

/** What the control inside must carry so that label, hint and error belong to it. */
interface ControlProps {
  id: string
  className: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface FieldFrameProps extends FieldProps {
  children: (control: ControlProps) => ReactNode
}

/** The label above, the hint, and the error beneath; the caller renders the control with the props it is handed. */
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
          <CircleAlert size={16} /> {error}
        </p>
      )}
    </div>
  )
}

import type { ComponentProps, ReactNode, WheelEvent } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'
import * as s from './text-field.module.css'

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'prefix'> & {
    /** A unit such as a currency sign. Hidden from screen readers: the label names it where it matters. */
    prefix?: string
    /** A button that lies in the field, at its end. */
    end?: ReactNode
  }

export function TextField({ label, hint, error, dense, active, className, prefix, end, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, dense, active, className }}>
      {(control) => (
        <span className={s.box}>
          {prefix && (
            <span className={s.prefix} aria-hidden="true">
              {prefix}
            </span>
          )}
          <input
            type="text"
            onWheel={leaveAlone}
            {...input}
            {...control}
            className={classNames(control.className, prefix && s.prefixed, end !== undefined && s.ended)}
          />
          {end}
        </span>
      )}
    </Field>
  )
}

/** A number field with the focus would count up and down with the wheel of a reader who scrolls. */
function leaveAlone({ currentTarget }: WheelEvent<HTMLInputElement>): void {
  if (currentTarget.type === 'number') currentTarget.blur()
}

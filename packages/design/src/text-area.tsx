import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id'>

export function TextArea({ label, hint, error, dense, active, className, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, dense, active, className }}>
      {(control) => <textarea rows={5} {...area} {...control} />}
    </Field>
  )
}

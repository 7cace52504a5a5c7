import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'
import * as s from './select-field.module.css'

interface SelectOption {
  value: string
  label: string
}

type SelectFieldProps = FieldProps & Omit<ComponentProps<'select'>, 'id' | 'children'> & { options: SelectOption[] }

/** A native select, which is easiest to use on phones. */
export function SelectField({ label, hint, error, dense, active, className, options, ...select }: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, dense, active, className }}>
      {(control) => (
        <span className={s.box}>
          <select {...select} {...control} className={classNames(control.className, s.select)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className={s.arrow} size={18} />
        </span>
      )}
    </Field>
  )
}

import { useId } from 'react'
import * as s from './segmented.module.css'

interface SegmentedProps<Value extends string> {
  /** For screen readers only. */
  label: string
  /** Of the parameter in a form that is sent before its scripts have come. */
  name?: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

export function Segmented<Value extends string>({ label, name, options, value, onChange }: SegmentedProps<Value>) {
  const id = useId()
  return (
    <fieldset className={s.segmented} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={s.segment}>
          <input
            type="radio"
            className={s.input}
            name={name ?? id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={s.face}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

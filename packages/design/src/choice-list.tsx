import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId } from 'react'
import * as s from './choice-list.module.css'

interface ChoiceListProps<Value extends string> {
  label: string
  options: { value: Value; label: string }[]
  /** Null until something is chosen. */
  value: Value | null
  onChange: (value: Value) => void
  error?: string
}

export function ChoiceList<Value extends string>({ label, options, value, onChange, error }: ChoiceListProps<Value>) {
  const id = useId()
  return (
    <fieldset aria-labelledby={`${id}-label`} aria-describedby={error && `${id}-error`}>
      {/* Not a legend, whose height WebKit counts twice here. */}
      <p className={s.label} id={`${id}-label`}>
        {label}
      </p>
      {options.map((option) => (
        <label key={option.value} className={s.choice}>
          <input
            type="radio"
            className={s.radio}
            name={id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
      {error && (
        <p className={s.error} id={`${id}-error`}>
          <CircleAlert size={16} /> <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}

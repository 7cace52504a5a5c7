import { oneLine } from '@aangan/contracts/text/characters'
import { type ComponentProps, type SyntheticEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormat } from '../format.ts'
import { TextField } from './text-field.tsx'

type PriceFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'prefix' | 'value' | 'onChange'> & {
  /** A number or an amount in words, such as '45 lakh', for `parseAmount`. */
  value: string
  onChange: (value: string) => void
  /** `text` shows no buttons to step by one. */
  type?: 'number' | 'text'
}

/** NUMERIC matches what can be typed on the way to a number, NUMBER a complete number or nothing. */
const NUMERIC = /^[\d.e+-]*$/i
const NUMBER = /^(-?\d*\.?\d+(e[+-]?\d+)?)?$/i

/**
 * A number field that becomes a text field for an amount in words: number fields drop letters, so '50 lakh' would become
 * 50. It stays a text field until blur, since changing the type moves the caret.
 */
export function PriceField({ value, onChange, type = 'number', ...field }: PriceFieldProps) {
  const { sign } = useFormat()
  const [inWords, setInWords] = useState(type === 'text')
  if (!inWords && !NUMBER.test(value)) setInWords(true)

  /** Number fields refuse `raw` if it has a space or something invisible. */
  function take(event: SyntheticEvent<HTMLInputElement>, text: string, raw = text) {
    if (inWords || NUMERIC.test(raw)) return
    event.preventDefault()
    const { currentTarget: input } = event
    // Number inputs do not expose their selection.
    const kept = getSelection()?.toString() === value ? '' : value
    flushSync(() => {
      setInWords(true)
      onChange(kept + text)
    })
    input.setSelectionRange(input.value.length, input.value.length)
  }

  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      {...field}
      type={inWords ? 'text' : 'number'}
      prefix={sign}
      value={value}
      onBeforeInput={(event) => take(event, event.data)}
      onPaste={(event) => {
        const raw = event.clipboardData.getData('text').trim()
        take(event, oneLine(raw), raw)
      }}
      onBlur={() => setInWords(type === 'text')}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

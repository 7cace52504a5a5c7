import { amountError } from '@aangan/contracts/prices'
import { CheckedField } from '@aangan/design/checked-field'
import { useFormat } from '@aangan/remote/format'
import { type ComponentProps, type FocusEvent, useState } from 'react'
import { flushSync } from 'react-dom'

type PriceFieldProps = Omit<ComponentProps<typeof CheckedField>, 'type' | 'prefix' | 'check' | 'onChange'> & {
  /** A number or an amount in words, such as '45 lakh', for `parseAmount`. */
  value: string
  onChange: (value: string) => void
  /** While it has no amount and is not used. */
  type?: 'number' | 'text'
  check?: (text: string) => string | undefined
}

const DIGITS = /^[1-9]\d{3,14}$/

/**
 * Shows plain digits grouped, except while they are edited. A number field, as specified, only until it is used: those
 * drop letters, so that '50 lakh' would become 50.
 */
export function PriceField({
  value,
  onChange,
  onFocus,
  onBlur,
  type = 'number',
  check = amountError,
  ...field
}: PriceFieldProps) {
  const { sign, fieldAmount } = useFormat()
  const [isUsed, setIsUsed] = useState(false)
  const isNone = value === '' || value === '0'

  function use(event: FocusEvent<HTMLInputElement>) {
    const { target } = event
    const isSelected = target.selectionStart === 0 && target.selectionEnd === target.value.length
    // Before the caller selects the text: a change of the type or the text moves the caret.
    flushSync(() => setIsUsed(true))
    // As Tab has selected it: typing replaces it.
    if (isSelected) target.select()
    onFocus?.(event)
  }

  return (
    <CheckedField
      // The keys of a number pad cannot write '45 lakh'.
      inputMode="text"
      autoComplete="off"
      {...field}
      type={isNone && !isUsed ? type : 'text'}
      prefix={sign}
      value={!isUsed && DIGITS.test(value) ? fieldAmount(Number(value)) : value}
      check={check}
      onFocus={use}
      onBlur={(event) => {
        setIsUsed(false)
        onBlur?.(event)
      }}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

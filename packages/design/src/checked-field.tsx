import { isBlank } from '@aangan/contracts/text/characters'
import { type ComponentProps, useState } from 'react'
import { TextField } from './text-field.tsx'

interface CheckedFieldProps extends Omit<ComponentProps<typeof TextField>, 'value'> {
  value: string
  /** Returns the error of a text that is not blank, if any. */
  check: (text: string) => string | undefined
}

/** A text field that says at blur what is wrong with what was typed, and not while it is typed. */
export function CheckedField({ check, error, onChange, onBlur, ...field }: CheckedFieldProps) {
  const { value } = field
  const [typing, setTyping] = useState<'none' | 'now' | 'before'>('none')
  const found = typing === 'before' && !isBlank(value) ? check(value) : undefined
  return (
    <TextField
      {...field}
      error={error ?? found}
      onChange={(event) => {
        setTyping('now')
        onChange?.(event)
      }}
      onBlur={(event) => {
        if (typing === 'now') afterPress(() => setTyping((now) => (now === 'now' ? 'before' : now)))
        onBlur?.(event)
      }}
    />
  )
}

/** What is pressed takes the focus first: an error would move it from under the pointer, and the click would miss it. */
function afterPress(act: () => void): void {
  if (document.querySelector(':active')) window.addEventListener('mouseup', () => setTimeout(act), { once: true })
  else act()
}

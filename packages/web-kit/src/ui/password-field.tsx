import { type ComponentProps, useEffect, useRef, useState } from 'react'
import * as s from './password-field.module.css'
import { TextField } from './text-field.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'ref' | 'end'>

/** With a button that shows what was typed. */
export function PasswordField(props: PasswordFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isShown, setIsShown] = useState(false)

  // Browsers offer to keep a password only from a password field.
  useEffect(() => {
    const form = input.current?.form
    const hide = () => setIsShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])

  return (
    <TextField
      // Otherwise a shown password is sent to spelling services, and written in capitals.
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      {...props}
      ref={input}
      type={isShown ? 'text' : 'password'}
      end={
        <button type="button" className={s.toggle} onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
          <VisuallyHidden> password</VisuallyHidden>
        </button>
      }
    />
  )
}

import { type ComponentProps, useEffect, useRef, useState } from 'react'
import * as s from './password-field.module.css'
import { TextField } from './text-field.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end'>

/** With a button that shows what was typed. */
export function PasswordField(props: PasswordFieldProps) {
  const toggle = useRef<HTMLButtonElement>(null)
  const [isShown, setIsShown] = useState(false)

  // Browsers offer to keep a password only from a password field.
  useEffect(() => {
    const form = toggle.current?.form
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
      type={isShown ? 'text' : 'password'}
      end={
        <button ref={toggle} type="button" className={s.toggle} onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
          <VisuallyHidden> password</VisuallyHidden>
        </button>
      }
    />
  )
}

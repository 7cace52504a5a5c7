import { Button } from '@aangan/design/button'
import { Dialog } from '@aangan/design/dialog'
import { TextField } from '@aangan/design/text-field'
import type { EditorState } from 'draft-js'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { linkAt, readAddress, removeLink, setLink } from './links.ts'
import * as s from './rich-text-field.module.css'

interface LinkDialogProps {
  state: EditorState
  onChange: (state: EditorState) => void
  onClose: () => void
}

const WRONG = 'Enter a web address, such as example.com/garden, or an email address.'

/** Not a form: it is rendered inside one. */
export function LinkDialog({ state, onChange, onClose }: LinkDialogProps) {
  const [known] = useState(() => linkAt(state))
  const [typed, setTyped] = useState(known?.url ?? '')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  // After the dialog has opened, since it focuses its first button.
  useEffect(() => field.current?.focus(), [])

  function save() {
    const url = readAddress(typed)
    if (url === null) setError(WRONG)
    else onChange(setLink(state, url))
  }

  function saveByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    save()
  }

  return (
    <Dialog title={known ? 'Change the link' : 'Add a link'} onClose={onClose}>
      <TextField
        ref={field}
        label="Link address"
        value={typed}
        error={error}
        inputMode="url"
        autoComplete="off"
        onKeyDown={saveByEnter}
        onChange={({ target }) => {
          setTyped(target.value)
          setError(undefined)
        }}
      />
      <div className={s.linking}>
        <Button onClick={save}>{known ? 'Change link' : 'Add link'}</Button>
        {known && (
          <Button variant="quiet" onClick={() => onChange(removeLink(state))}>
            Remove link
          </Button>
        )}
      </div>
    </Dialog>
  )
}

import { type KeyboardEvent, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import * as s from './combobox.module.css'
import { Field, type FieldProps } from './field.tsx'
import { isComposing } from './is-composing.ts'
import { nextOption } from './next-option.ts'
import type { Suggestion } from './suggestions.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

interface ComboboxProps extends FieldProps {
  name?: string
  placeholder?: string
  /** Any text; it need not be one of the suggestions. */
  value: string
  onChange: (value: string) => void
  /** Called instead of `onChange` for a chosen suggestion. */
  onChoose?: (suggestion: Suggestion) => void
  /** For the current value, best match first. */
  suggestions: readonly Suggestion[]
  /** Called on focus: time to fetch suggestions. */
  onUse?: () => void
  onLeave?: () => void
}

/** Follows the ARIA pattern "editable combobox with list autocomplete". */
export function Combobox({
  name,
  placeholder,
  value,
  onChange,
  onChoose = (suggestion) => onChange(suggestion.value),
  suggestions,
  onUse,
  onLeave,
  ...field
}: ComboboxProps) {
  const listId = useId()
  const [open, setOpen] = useState(false)
  // Kept by value: suggestions may change during keyboard navigation.
  const [reached, setReached] = useState<string | null>(null)
  // Nothing left to suggest once the text equals the only suggestion.
  const isChosen = suggestions.length === 1 && suggestions[0]?.value === value
  const shown = open && suggestions.length > 0 && !isChosen
  const active = shown ? suggestions.find((suggestion) => suggestion.value === reached) : undefined

  function close() {
    setOpen(false)
    setReached(null)
  }

  function choose(suggestion: Suggestion) {
    onChoose(suggestion)
    close()
  }

  function move(step: 1 | -1) {
    setOpen(true)
    setReached(nextOption(suggestions, reached, step))
  }

  function handleKey(event: KeyboardEvent) {
    if (isComposing(event)) return
    // Without an active option Enter submits the form, as in any other field.
    if (event.key === 'Enter' && !active) return close()
    if (CARET_KEYS.has(event.key)) return setReached(null)
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (active && event.key === 'Enter') choose(active)
    else if (event.key === 'Escape' && shown) close()
    else return
    event.preventDefault()
  }

  return (
    <Field {...field} className={classNames(s.combobox, field.className)}>
      {(control) => (
        <>
          <input
            {...control}
            type="text"
            name={name}
            placeholder={placeholder}
            value={value}
            autoComplete="off"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={shown ? listId : undefined}
            aria-activedescendant={active && optionId(listId, active)}
            onChange={(event) => {
              onChange(event.target.value)
              setOpen(true)
              setReached(null)
            }}
            onFocus={onUse}
            onClick={() => setOpen(true)}
            onKeyDown={handleKey}
            onBlur={() => {
              close()
              onLeave?.()
            }}
          />
          {shown && <Options id={listId} suggestions={suggestions} active={active} onChoose={choose} />}
          <VisuallyHidden live>{shown ? countOf(suggestions) : ''}</VisuallyHidden>
        </>
      )}
    </Field>
  )
}

/** Keys that move the caret deselect the active option. */
const CARET_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End'])

interface OptionsProps {
  id: string
  suggestions: readonly Suggestion[]
  active: Suggestion | undefined
  onChoose: (suggestion: Suggestion) => void
}

/** Focus stays in the input; the list only marks the active option and takes clicks. */
function Options({ id, suggestions, active, onChoose }: OptionsProps) {
  return (
    <div className={s.list} id={id} role="listbox" aria-label="Suggestions">
      {suggestions.map((suggestion) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field above has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the pattern moves aria-activedescendant instead of the focus
        <div
          key={suggestion.value}
          ref={suggestion === active ? scrollIntoSight : undefined}
          className={classNames(s.option, suggestion === active && s.active)}
          id={optionId(id, suggestion)}
          role="option"
          aria-selected={suggestion === active}
          // Keep focus in the input: blur would close the list before the click fires.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <span>
            {suggestion.typed && <span className={s.typed}>{`${suggestion.typed} → `}</span>}
            {suggestion.value}
          </span>{' '}
          {suggestion.note && <span className={s.note}>{suggestion.note}</span>}
        </div>
      ))}
    </div>
  )
}

/** Scrolls the active option into view when the list overflows. */
function scrollIntoSight(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

/** Stable per suggestion; encoded, since an id cannot contain spaces. */
function optionId(listId: string, { value }: Suggestion): string {
  return `${listId}-${encodeURIComponent(value)}`
}

function countOf({ length }: readonly Suggestion[]): string {
  return length === 1 ? '1 suggestion' : `${length} suggestions`
}

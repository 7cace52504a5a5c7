import { type KeyboardEvent, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import * as s from './combobox.module.css'
import { Field, type FieldProps } from './field.tsx'
import { nextReached } from './reached.ts'
import type { Suggestion } from './suggestions.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

interface ComboboxProps extends FieldProps {
  name?: string
  placeholder?: string
  /** What stands in the field: any text, whether or not it is among the suggestions. */
  value: string
  onChange: (value: string) => void
  /** For what stands in the field, the likeliest first. */
  suggestions: readonly Suggestion[]
  /** The field is about to be used: time to fetch what it suggests. */
  onUse?: () => void
}

/** A line of text with suggestions beneath it, after the ARIA pattern "editable combobox with list autocomplete". */
export function Combobox({ name, placeholder, value, onChange, suggestions, onUse, ...field }: ComboboxProps) {
  const listId = useId()
  const [open, setOpen] = useState(false)
  // By its value: while the keys are used, other suggestions may come.
  const [reached, setReached] = useState<string | null>(null)
  // Once the text is a suggestion, there is nothing left to suggest.
  const isChosen = suggestions.length === 1 && suggestions[0]?.value === value
  const shown = open && suggestions.length > 0 && !isChosen
  const active = shown ? suggestions.find((suggestion) => suggestion.value === reached) : undefined

  function close() {
    setOpen(false)
    setReached(null)
  }

  function choose(suggestion: Suggestion) {
    onChange(suggestion.value)
    close()
  }

  function move(step: 1 | -1) {
    setOpen(true)
    setReached(nextReached(suggestions, reached, step))
  }

  function handleKey(event: KeyboardEvent) {
    if (isComposing(event)) return
    // Enter without a choice sends the form, as in any other field.
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
            onBlur={close}
          />
          {shown && <Options id={listId} suggestions={suggestions} active={active} onChoose={choose} />}
          <VisuallyHidden live>{shown ? countOf(suggestions) : ''}</VisuallyHidden>
        </>
      )}
    </Field>
  )
}

/** They move the caret, so the text has the keys again. */
const CARET_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End'])

/** The keys are an input method's: it chooses among its own suggestions. Safari says so by the code 229 alone. */
function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229
}

interface OptionsProps {
  id: string
  suggestions: readonly Suggestion[]
  active: Suggestion | undefined
  onChoose: (suggestion: Suggestion) => void
}

/** The focus stays in the text: the list only shows which suggestion the keys have reached, and takes clicks. */
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
          // Pressing must not take the focus from the text: losing it closes the list before the click lands.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <span>
            {suggestion.typed && <span className={s.typed}>{suggestion.typed} → </span>}
            {suggestion.value}
          </span>{' '}
          {suggestion.note && <span className={s.note}>{suggestion.note}</span>}
        </div>
      ))}
    </div>
  )
}

/** Where the list is higher than its room, the keys may reach what is out of sight. */
function scrollIntoSight(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

/** The same for the same suggestion wherever it stands; encoded, since an id has no spaces. */
function optionId(listId: string, { value }: Suggestion): string {
  return `${listId}-${encodeURIComponent(value)}`
}

function countOf({ length }: readonly Suggestion[]): string {
  return length === 1 ? '1 suggestion' : `${length} suggestions`
}

import { type KeyboardEvent, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import * as s from './combobox.module.css'
import { Field, type FieldProps } from './field.tsx'
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
  const [active, setActive] = useState(-1)
  // Once the text is a suggestion, there is nothing left to suggest.
  const isChosen = suggestions.length === 1 && suggestions[0]?.value === value
  const shown = open && suggestions.length > 0 && !isChosen

  function close() {
    setOpen(false)
    setActive(-1)
  }

  function choose(suggestion: Suggestion) {
    onChange(suggestion.value)
    close()
  }

  function move(step: 1 | -1) {
    setOpen(true)
    // One place past the end is the text itself: from there the list begins again.
    const places = suggestions.length + 1
    setActive((now) => ((now + 1 + step + places) % places) - 1)
  }

  function handleKey(event: KeyboardEvent) {
    const chosen = shown ? suggestions[active] : undefined
    // Enter without a choice sends the form, as in any other field.
    if (event.key === 'Enter' && !chosen) return close()
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (chosen && event.key === 'Enter') choose(chosen)
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
            aria-activedescendant={shown && active >= 0 ? optionId(listId, active) : undefined}
            onChange={(event) => {
              onChange(event.target.value)
              setOpen(true)
              setActive(-1)
            }}
            onFocus={onUse}
            onClick={() => setOpen(true)}
            onKeyDown={handleKey}
            onBlur={close}
          />
          {shown && <Options id={listId} suggestions={suggestions} active={active} onChoose={choose} />}
          <VisuallyHidden live>{shown ? `${suggestions.length} found` : ''}</VisuallyHidden>
        </>
      )}
    </Field>
  )
}

interface OptionsProps {
  id: string
  suggestions: readonly Suggestion[]
  active: number
  onChoose: (suggestion: Suggestion) => void
}

/** The focus stays in the text: the list only shows which suggestion the keys have reached, and takes clicks. */
function Options({ id, suggestions, active, onChoose }: OptionsProps) {
  return (
    <div className={s.list} id={id} role="listbox" aria-label="Suggestions">
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field above has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the pattern moves aria-activedescendant instead of the focus
        <div
          key={suggestion.value}
          ref={index === active ? scrollIntoSight : undefined}
          className={classNames(s.option, index === active && s.active)}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
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

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

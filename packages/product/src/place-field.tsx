import type { Format } from '@aangan/contracts/format'
import type { Place } from '@aangan/contracts/posts'
import { isBlank } from '@aangan/contracts/text/characters'
import { Combobox } from '@aangan/design/combobox'
import type { FieldProps } from '@aangan/design/field'
import { isSameName, matchSuggestions, type Suggestion } from '@aangan/design/suggestions'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import { useFormat } from '@aangan/remote/format'
import { useState } from 'react'
import { usePlaces } from './use-places.ts'

interface PlaceFieldProps extends FieldProps {
  name: string
  /** Any text; it need not be one of the suggestions. */
  value: string
  onChange: (value: string) => void
  /** Called instead of `onChange` for a chosen place. */
  onChoose?: (place: Place) => void
  placeholder?: string
  /** Shown after blur if no known city has this name. */
  unknownHint?: string
}

/** Suggests cities and localities, also by their other names. */
export function PlaceField({
  value,
  onChange,
  onChoose,
  placeholder = 'Any city',
  unknownHint = '',
  ...field
}: PlaceFieldProps) {
  const format = useFormat()
  const [use, setUse] = useState<'none' | 'now' | 'before'>('none')
  const { places, current } = usePlaces(value, use !== 'none')
  const all = places.map((place) => toSuggestion(place, format))
  const isUnknown = use === 'before' && current && !isBlank(value) && !places.some((place) => isCity(place, value))
  const hint = isUnknown ? unknownHint : ''
  return (
    <>
      <Combobox
        hint={hint}
        {...field}
        placeholder={placeholder}
        value={value}
        onChange={onChange}
        onChoose={({ value: chosen }) => {
          const place = places.find((one) => one.place === chosen)
          if (onChoose && place) onChoose(place)
          else onChange(chosen)
        }}
        // While new suggestions load, keep the old ones that still match.
        suggestions={current ? all : matchSuggestions(all, value)}
        onUse={() => setUse('now')}
        onLeave={() => setUse('before')}
      />
      {unknownHint && <VisuallyHidden live>{hint}</VisuallyHidden>}
    </>
  )
}

function toSuggestion({ place, alias, count }: Place, format: Format): Suggestion {
  return {
    value: place,
    typed: alias ?? undefined,
    note: format.homes(count),
  }
}

function isCity({ city, locality, alias }: Place, text: string): boolean {
  return locality === null && [city, alias ?? city].some((name) => isSameName(name, text))
}

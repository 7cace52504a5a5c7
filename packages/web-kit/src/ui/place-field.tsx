import type { Format } from '@aangan/contracts/format'
import type { Place } from '@aangan/contracts/posts'
import { useState } from 'react'
import { useFormat } from '../format.ts'
import { usePlaces } from '../places.ts'
import { Combobox } from './combobox.tsx'
import type { FieldProps } from './field.tsx'
import { matchSuggestions, type Suggestion } from './suggestions.ts'

interface PlaceFieldProps extends FieldProps {
  name: string
  /** Any text; it need not be one of the suggestions. */
  value: string
  onChange: (value: string) => void
  placeholder?: string
  citiesOnly?: boolean
}

/** Suggests cities and localities, also by their other names. */
export function PlaceField({
  value,
  onChange,
  placeholder = 'Any city',
  citiesOnly = false,
  ...field
}: PlaceFieldProps) {
  const format = useFormat()
  const [wanted, setWanted] = useState(false)
  const { places, current } = usePlaces(value, wanted)
  const fitting = places.filter(({ locality }) => !citiesOnly || locality === null)
  const all = fitting.map((place) => toSuggestion(place, format))
  return (
    <Combobox
      {...field}
      placeholder={placeholder}
      value={value}
      onChange={onChange}
      // While new suggestions load, keep the old ones that still match.
      suggestions={current ? all : matchSuggestions(all, value)}
      onUse={() => setWanted(true)}
    />
  )
}

function toSuggestion({ place, alias, count }: Place, format: Format): Suggestion {
  return {
    value: place,
    typed: alias ?? undefined,
    note: format.homes(count),
  }
}

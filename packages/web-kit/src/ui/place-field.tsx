import type { Place } from '@aangan/contracts/posts'
import { useState } from 'react'
import { formatHomes } from '../format.ts'
import { usePlaces } from '../places.ts'
import { Combobox } from './combobox.tsx'
import type { FieldProps } from './field.tsx'
import { matchSuggestions, type Suggestion } from './suggestions.ts'

interface PlaceFieldProps extends FieldProps {
  name: string
  /** Any text: what is not among the suggestions may be searched for too. */
  value: string
  onChange: (value: string) => void
}

/** Where to look for a home: suggests cities and localities, by whichever name people type. */
export function PlaceField({ value, onChange, ...field }: PlaceFieldProps) {
  const [wanted, setWanted] = useState(false)
  const { places, current } = usePlaces(value, wanted)
  const all = places.map(toSuggestion)
  return (
    <Combobox
      {...field}
      placeholder="Any city"
      value={value}
      onChange={onChange}
      // While the next ones are on their way, those that still fit stay.
      suggestions={current ? all : matchSuggestions(all, value)}
      onUse={() => setWanted(true)}
    />
  )
}

function toSuggestion({ place, alias, count }: Place): Suggestion {
  return {
    value: place,
    typed: alias ?? undefined,
    note: formatHomes(count),
  }
}

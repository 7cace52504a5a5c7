import { POST_TYPES, type PostType } from '@aangan/contracts/post-constants'
import { useRemote } from '@aangan/web-kit/context'
import { useFormat } from '@aangan/web-kit/format'
import { Button } from '@aangan/web-kit/ui/button'
import { PlaceField } from '@aangan/web-kit/ui/place-field'
import { Segmented } from '@aangan/web-kit/ui/segmented'
import { TextField } from '@aangan/web-kit/ui/text-field'
import Search from 'lucide-react/icons/search'
import { type SubmitEvent, useState } from 'react'
import * as s from './search-bar.module.css'

const MAX_PRICE = 10_000_000
const TYPE_LABELS = { buy: 'Buy', rent: 'Rent' } satisfies Record<PostType, string>

/** What is looked for, as the list's address carries it. */
interface Wanted {
  type: PostType
  city: string
  minPrice: string
  maxPrice: string
}

/** The first step of a search: goes to the list with what was entered. */
export function SearchBar() {
  const { navigate } = useRemote()
  const [wanted, setWanted] = useState<Wanted>({ type: 'buy', city: '', minPrice: '0', maxPrice: '0' })
  const change = (part: Partial<Wanted>) => setWanted((before) => ({ ...before, ...part }))

  function search(event: SubmitEvent) {
    event.preventDefault()
    navigate(`/list?${new URLSearchParams({ ...wanted, city: wanted.city.trim() })}`)
  }

  return (
    <search>
      <form className={s.bar} onSubmit={search}>
        <Segmented
          label="Buy or rent"
          options={POST_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }))}
          value={wanted.type}
          onChange={(type) => change({ type })}
        />
        <PlaceField
          className={s.city}
          label="City"
          name="city"
          value={wanted.city}
          onChange={(city) => change({ city })}
        />
        <PriceField label="Min price" value={wanted.minPrice} onChange={(minPrice) => change({ minPrice })} />
        <PriceField label="Max price" value={wanted.maxPrice} onChange={(maxPrice) => change({ maxPrice })} />
        <Button type="submit" className={s.go} icon={<Search size={20} />}>
          Search
        </Button>
      </form>
    </search>
  )
}

interface PriceFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
}

function PriceField({ label, value, onChange }: PriceFieldProps) {
  const { sign } = useFormat()
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      prefix={sign}
      min={0}
      max={MAX_PRICE}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

import { TYPE_LABELS } from '@aangan/contracts/choice-labels'
import { POST_TYPES, type PostType } from '@aangan/contracts/post-constants'
import { parseAmount } from '@aangan/contracts/prices'
import { oneLine } from '@aangan/contracts/text/characters'
import { hasBadInput } from '@aangan/design/bad-input'
import { Button } from '@aangan/design/button'
import { focusField } from '@aangan/design/focus-field'
import { Segmented } from '@aangan/design/segmented'
import { PlaceField } from '@aangan/product/place-field'
import { PriceField } from '@aangan/product/price-field'
import { useRemote } from '@aangan/remote/context'
import { readEntryState, updateEntryState } from '@aangan/remote/entry-state'
import { useFormat } from '@aangan/remote/format'
import Search from 'lucide-react/icons/search'
import { type FocusEvent, type SubmitEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { checkPrice, checkPrices, type PriceErrors, type Prices, readPrice } from './prices.ts'
import * as s from './search-bar.module.css'

const SUGGESTED_MAX = 10_000_000

interface Wanted {
  type: PostType
  city: string
  minPrice: string
  maxPrice: string
}

export function SearchBar() {
  const { basePath, navigate } = useRemote()
  const format = useFormat()
  const { key } = useLocation()
  const [wanted, setWanted] = useState<Wanted>({ type: 'buy', city: '', minPrice: '0', maxPrice: '0' })
  const [errors, setErrors] = useState<PriceErrors>({})

  // Back from the results finds what was entered.
  useLayoutEffect(
    () => setWanted((before) => ({ ...before, ...(readEntryState(key).wanted as Wanted | undefined) })),
    [key],
  )

  function change(part: Partial<Wanted>) {
    const now = { ...wanted, ...part }
    setWanted(now)
    updateEntryState(key, { wanted: now })
  }

  function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const prices = { minPrice: priceIn(form, 'minPrice'), maxPrice: priceIn(form, 'maxPrice') }
    const found = checkPrices(prices, wanted)
    setErrors(found)
    const [wrong] = Object.keys(found)
    if (wrong === undefined) navigate(`/list?${addressOf(wanted, prices)}`)
    else focusField(form, wrong)
  }

  const price = (name: keyof Prices) => ({
    name,
    value: wanted[name],
    hint: amountInWords(wanted[name]),
    error: errors[name],
    check: (text: string) => checkPrice(readPrice(text), text),
    min: 0,
    max: SUGGESTED_MAX,
    // Select the initial 0, or typed digits would be added before or after it.
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select(),
    onChange(value: string) {
      change({ [name]: value.replace(/^0+(?=\d)/, '') })
      // A max price error may depend on both prices.
      setErrors((before) => ({ ...before, [name]: undefined, maxPrice: undefined }))
    },
  })

  function amountInWords(text: string): string | undefined {
    const amount = parseAmount(text)
    return amount ? format.price(amount) : undefined
  }

  return (
    <search>
      {/* Our own validation: the browser would refuse prices above the suggested maximum. */}
      <form className={s.bar} action={`${basePath}/list`} noValidate onSubmit={search}>
        <Segmented
          label="Buy or rent"
          name="type"
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
        <PriceField {...price('minPrice')} label="Min price" />
        <PriceField {...price('maxPrice')} label="Max price" />
        <Button type="submit" className={s.go} icon={<Search size={20} />}>
          Search
        </Button>
      </form>
    </search>
  )
}

function priceIn(form: HTMLFormElement, name: keyof Prices): number {
  const field = form.elements.namedItem(name) as HTMLInputElement
  return hasBadInput(form, name) ? Number.NaN : readPrice(field.value)
}

function addressOf({ type, city }: Wanted, { minPrice, maxPrice }: Prices): URLSearchParams {
  return new URLSearchParams({ type, city: oneLine(city), minPrice: `${minPrice}`, maxPrice: `${maxPrice}` })
}

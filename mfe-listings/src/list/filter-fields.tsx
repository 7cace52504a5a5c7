import { FURNISHING_LABELS, PROPERTY_LABELS, TYPE_LABELS } from '@aangan/contracts/choice-labels'
import { FILTER_NAMES, type FilterName, filterInWords, readFilter } from '@aangan/contracts/post-filters'
import { CheckedField } from '@aangan/design/checked-field'
import { SelectField } from '@aangan/design/select-field'
import { PlaceField } from '@aangan/product/place-field'
import { PriceField } from '@aangan/product/price-field'
import { useFormat } from '@aangan/remote/format'
import { Fragment, type ReactElement } from 'react'
import { checkFilter, type FilterErrors, type Filters } from './filters.ts'

interface FilterFieldsProps {
  /** The filters of the shown results. */
  applied: Filters
  /** The current field values. */
  filters: Filters
  errors: FilterErrors
  onChange: (name: FilterName, value: string) => void
}

/** Fields whose filter is applied are highlighted. */
export function FilterFields({ applied, filters, errors, onChange }: FilterFieldsProps) {
  const frame = (name: FilterName) => ({
    name,
    dense: true,
    active: applied[name] !== '' && applied[name] === filters[name] && !errors[name],
    error: errors[name],
  })
  const input = (name: FilterName) => ({
    ...frame(name),
    value: filters[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  })
  const typed = (name: FilterName) => ({
    ...input(name),
    autoComplete: 'off',
    check: (text: string) => checkFilter(name, text),
  })
  const format = useFormat()
  const price = (name: FilterName, label: string, type: 'number' | 'text') => (
    <PriceField
      {...frame(name)}
      label={label}
      type={type}
      min={0}
      value={filters[name]}
      check={(text) => checkFilter(name, text)}
      onChange={(amount) => onChange(name, amount)}
    />
  )
  const select = (name: FilterName, labels: Record<string, string>) => {
    const text = filters[name]
    // The URL may contain a value that is not among the options.
    const isOther = text !== '' && !Object.hasOwn(labels, text) && readFilter(name, text) !== undefined
    const other = isOther ? { [text]: filterInWords(name, text, format) } : {}
    return { ...input(name), options: optionsOf({ ...labels, ...other }) }
  }
  const controls: Record<FilterName, ReactElement | null> = {
    city: (
      <PlaceField
        {...frame('city')}
        label="Location"
        value={filters.city}
        onChange={(city) => onChange('city', city)}
      />
    ),
    // Chosen beside the results: see within-choice.tsx.
    within: null,
    type: <SelectField {...select('type', TYPE_LABELS)} label="Type" />,
    property: <SelectField {...select('property', PROPERTY_LABELS)} label="Property" />,
    minPrice: price('minPrice', 'Min Price', 'number'),
    maxPrice: price('maxPrice', 'Max Price', 'text'),
    bedroom: <CheckedField {...typed('bedroom')} label="Bedroom" placeholder="2,3 or 4+" />,
    furnishing: <SelectField {...select('furnishing', FURNISHING_CHOICES)} label="Furnishing" />,
    days: <SelectField {...select('days', DAYS_LABELS)} label="Posted within" />,
    minSize: <CheckedField {...typed('minSize')} label="Min sqft" inputMode="numeric" placeholder="any" />,
  }
  return FILTER_NAMES.map((name) => <Fragment key={name}>{controls[name]}</Fragment>)
}

const FURNISHING_CHOICES = { ...FURNISHING_LABELS, 'furnished,semi-furnished': 'Furnished or semi-furnished' }
const DAYS_LABELS = { 1: '1 day', 3: '3 days', 7: '7 days', 30: '30 days' }

function optionsOf(labels: Record<string, string>) {
  return [{ value: '', label: 'any' }, ...Object.entries(labels).map(([value, label]) => ({ value, label }))]
}

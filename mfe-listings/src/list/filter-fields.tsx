import { siteSettings } from '@aangan/web-kit/site'
import { Combobox } from '@aangan/web-kit/ui/combobox'
import { SelectField } from '@aangan/web-kit/ui/select-field'
import { TextField } from '@aangan/web-kit/ui/text-field'
import { useCitiesQuery } from '../api.ts'
import { countText } from '../posts-page.ts'
import type { FilterErrors, FilterName, Filters } from './filters.ts'
import { PROPERTY_LABELS, TYPE_LABELS } from './labels.ts'

interface FilterFieldsProps {
  filters: Filters
  errors: FilterErrors
  onChange: (name: FilterName, value: string) => void
}

/** One compact control for each filter; those at work are filled. */
export function FilterFields({ filters, errors, onChange }: FilterFieldsProps) {
  const frame = (name: FilterName) => ({
    name,
    dense: true,
    active: filters[name] !== '' && !errors[name],
    error: errors[name],
  })
  const input = (name: FilterName) => ({
    ...frame(name),
    value: filters[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  })
  const prefix = siteSettings().currency === 'inr' ? '₹' : '$'
  return (
    <>
      <CityField {...frame('city')} value={filters.city} onChange={(city) => onChange('city', city)} />
      <SelectField {...input('type')} label="Type" options={optionsOf(TYPE_LABELS)} />
      <SelectField {...input('property')} label="Property" options={optionsOf(PROPERTY_LABELS)} />
      <TextField {...input('minPrice')} label="Min Price" type="number" min={0} inputMode="numeric" prefix={prefix} />
      <TextField {...input('maxPrice')} label="Max Price" autoComplete="off" prefix={prefix} />
      <TextField {...input('bedroom')} label="Bedroom" inputMode="numeric" autoComplete="off" placeholder="any" />
    </>
  )
}

interface CityFieldProps {
  name: string
  dense: boolean
  active: boolean
  value: string
  onChange: (city: string) => void
}

/** Suggests where there are homes; without an answer it is a plain field, which is all that a search needs. */
function CityField(props: CityFieldProps) {
  const { data: cities = [] } = useCitiesQuery()
  const suggestions = cities.map(({ city, count }) => ({ value: city, note: countText({ count, more: false }) }))
  return <Combobox {...props} label="Location" placeholder="Any city" suggestions={suggestions} />
}

function optionsOf(labels: Record<string, string>) {
  return [{ value: '', label: 'any' }, ...Object.entries(labels).map(([value, label]) => ({ value, label }))]
}

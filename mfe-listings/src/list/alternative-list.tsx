import type { Format } from '@aangan/contracts/format'
import { PlainList } from '@aangan/design/plain-list'
import { useFormat } from '@aangan/remote/format'
import { Link } from '@aangan/remote/link'
import * as s from './alternative-list.module.css'
import type { Alternative } from './alternatives.ts'
import type { FoundAlternative } from './alternatives-api.ts'
import { activeFilters } from './filters.ts'
import { filterLabel } from './labels.ts'

interface AlternativeListProps {
  found: readonly FoundAlternative[]
  label: string
}

export function AlternativeList({ found, label }: AlternativeListProps) {
  return (
    <PlainList className={s.list} aria-label={label}>
      {found.map((other) => (
        <li key={other.search}>
          <AlternativeLink other={other} />
        </li>
      ))}
    </PlainList>
  )
}

function AlternativeLink({ other }: { other: FoundAlternative }) {
  const format = useFormat()
  return (
    <Link className={s.link} to={`/list${other.search}`}>
      <span>{words(other, format)}</span> <span className={s.count}>{numbers(other, format)}</span>
    </Link>
  )
}

function words(other: Alternative, format: Format): string {
  if (other.kind === 'nearby') return other.place
  if (other.kind === 'place') return `Did you mean ${other.place}?`
  if (other.kind === 'everything') return `All homes in ${other.place}`
  if (isAnywhere(other.search) && (other.filter === 'city' || other.filter === 'bbox')) return 'Anywhere in India'
  return `Without “${filterLabel(other.filter, other.value, format)}”`
}

function isAnywhere(search: string): boolean {
  return activeFilters(search).every(({ name }) => name !== 'city' && name !== 'bbox')
}

/** '18 homes', '18 homes · 6.6 km'. */
function numbers(other: FoundAlternative, format: Format): string {
  const homes = format.homes(other.total.count, other.total.more)
  return other.kind === 'nearby' ? `${homes} · ${format.number(Math.round(other.distance / 100) / 10)} km` : homes
}

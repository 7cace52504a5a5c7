import { ErrorState } from '@aangan/design/error-state'
import { PlainList } from '@aangan/design/plain-list'
import { Skeleton } from '@aangan/design/skeleton'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import { useFormat } from '@aangan/remote/format'
import { Link } from '@aangan/remote/link'
import { useCitiesQuery } from '../api.ts'
import * as s from './cities.module.css'
import { Section } from './section.tsx'

const SHOWN = 24

/** The cities with the most homes. Renders nothing if there are none. */
export function Cities() {
  const format = useFormat()
  const { data: cities, error, isFetching, refetch } = useCitiesQuery()
  if (cities?.length === 0) return null
  return (
    <Section title="Homes by city">
      {cities ? (
        <PlainList className={s.cities}>
          {cities.slice(0, SHOWN).map(({ city, count }) => (
            <li key={city}>
              <Link className={s.city} to={`/list?${new URLSearchParams({ city })}`}>
                <span className={s.name}>{city}</span> <span className={s.count}>{format.homes(count)}</span>
              </Link>
            </li>
          ))}
        </PlainList>
      ) : error ? (
        <ErrorState title="Error loading cities!" message={error.message} onRetry={refetch} retrying={isFetching} />
      ) : (
        <div className={s.cities}>
          <VisuallyHidden live>Loading...</VisuallyHidden>
          {[...Array(SHOWN).keys()].map((place) => (
            <div key={place} className={s.city}>
              <Skeleton className={s.coming} />
            </div>
          ))}
        </div>
      )}
    </Section>
  )
}

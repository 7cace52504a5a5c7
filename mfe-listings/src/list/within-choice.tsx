import { useFormat } from '@aangan/remote/format'
import { Link } from '@aangan/remote/link'
import { readFilters, searchWith } from './filters.ts'
import { filterLabel } from './labels.ts'
import { isLocality } from './locality.ts'
import * as s from './within-choice.module.css'

const CHOICES = ['3', '5', '10']

/** The last of the active filters, which it would push off a phone's screen: links to the homes around the locality. */
export function WithinChoice({ search }: { search: string }) {
  const format = useFormat()
  const { city, within } = readFilters(search)
  if (!isLocality(city)) return null
  return (
    <li className={s.choices}>
      <span aria-hidden="true">{within ? 'Or within' : 'Within'}</span>
      {CHOICES.filter((km) => km !== within).map((km) => (
        <Link
          key={km}
          className={s.choice}
          to={`/list${searchWith(search, 'within', km)}`}
          aria-label={filterLabel('within', km, format)}
        >
          {`${km} km`}
        </Link>
      ))}
    </li>
  )
}

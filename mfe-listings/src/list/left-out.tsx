import { Link } from '@aangan/remote/link'
import { useMisspeltQuery } from './alternatives-api.ts'
import { readFilters, searchWith } from './filters.ts'
import * as s from './left-out.module.css'

interface LeftOutProps {
  search: string
  /** The words of the searched text that mean nothing known. */
  words: string
  onEdit: () => void
}

/** Says that the results are those of a search without some words, and leads back to them. */
export function LeftOut({ search, words, onEdit }: LeftOutProps) {
  const { city } = readFilters(search)
  const isPin = /^\d{6}$/.test(words)
  const { currentData } = useMisspeltQuery(`${words} ${city}`.trim(), { skip: isPin })
  const meant = currentData?.find(({ place }) => place !== city)?.place
  return (
    <p className={s.note}>
      <span>
        {isPin
          ? `No home states the PIN code ${words}, so we searched all of ${city || 'India'}.`
          : `We left out “${words}”, which we could not use in this search.`}
      </span>{' '}
      {meant && (
        <>
          Did you mean <Link to={`/list${searchWith(search, 'city', meant)}`}>{meant}</Link>?{' '}
        </>
      )}
      <button type="button" className={s.edit} onClick={onEdit}>
        Edit your search
      </button>
    </p>
  )
}

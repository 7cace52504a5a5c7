import { useId } from 'react'
import type { PostsPage } from '../shared/posts-page.ts'
import { AlternativeList } from './alternative-list.tsx'
import { type FoundAlternative, useNearbyQuery } from './alternatives-api.ts'
import { readFilters } from './filters.ts'
import { isLocality } from './locality.ts'
import * as s from './nearby.module.css'

/** Up to so many homes are few. */
const FEW = 11

/** Below the few homes of a locality: the same search in those near it. */
export function Nearby({ search, page: { total } }: { search: string; page: PostsPage }) {
  const params = new URLSearchParams(search)
  const { city, within } = readFilters(search)
  const isFew = total.count <= FEW && !params.get('after') && !params.get('bbox') && !within && isLocality(city)
  const { currentData: found } = useNearbyQuery(search, { skip: !isFew })
  if (!isFew || !found?.length) return null
  return <NearbyList className={s.nearby} found={found} />
}

/** Says that these places are not the searched one. */
export function NearbyList({ found, className }: { found: readonly FoundAlternative[]; className?: string }) {
  const id = useId()
  return (
    <section className={className} aria-labelledby={id}>
      <h2 className={s.title} id={id}>
        Homes nearby
      </h2>
      <AlternativeList found={found} label="Places nearby" />
    </section>
  )
}

import { LinkButton } from '@aangan/design/button'
import { useSession } from '@aangan/remote/context'
import { personalStorage } from '@aangan/remote/personal-storage'
import { useTitle } from '@aangan/remote/title'
import { useLayoutEffect, useState } from 'react'
import { LateCitySearch } from '../shared/late-city-search.tsx'
import * as s from '../shared/not-found.module.css'
import { forgetSeen, readSeen, type SeenHome } from './seen.ts'

/** A removed listing. If this browser has seen it before, links to similar homes. */
export function Gone({ id }: { id: string }) {
  const { user } = useSession()
  const [seen, setSeen] = useState<SeenHome>()
  useTitle('This home was taken down')
  // Not during render, since a server has no storage; a layout effect runs before the first paint.
  useLayoutEffect(() => {
    const storage = personalStorage(user?.id)
    setSeen((before) => readSeen(storage).find((home) => home.id === id) ?? before)
    forgetSeen(storage, id)
  }, [id, user?.id])
  return (
    <div className={s.page}>
      <h1 className={s.title}>This home was taken down</h1>
      <p className={s.text}>
        {`${seen ? `${seen.title} is no longer listed.` : 'It is no longer listed.'} There are others like it.`}
      </p>
      <div className={s.actions}>
        <LinkButton to={seen ? similarSearch(seen) : '/list'}>
          {seen ? `Search similar homes in ${seen.city}` : 'Search homes'}
        </LinkButton>
        <LinkButton to="/" variant="quiet">
          Go to the home page
        </LinkButton>
      </div>
      <div className={s.search}>
        <LateCitySearch />
      </div>
    </div>
  )
}

function similarSearch({ type, city, property }: SeenHome): string {
  return `/list?${new URLSearchParams({ type, city, property })}`
}

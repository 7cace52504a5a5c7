import { oneLine } from '@aangan/contracts/text/characters'
import { useSite } from '@aangan/remote/site'
import { skipToken } from '@reduxjs/toolkit/query'
import { parseBox } from '../shared/geo.ts'
import { extentSearch, mapApi } from './map-api.ts'
import type { ResultsMapProps } from './results-map-props.ts'
import { fallbackTarget, type Target, targetOfArea, targetOfBox, targetOfPosts } from './target.ts'

/**
 * What the map should show: the searched area, else all results, else the searched city, else `fallbackTarget`. Null while
 * unknown: before the responses, and after an error.
 */
export function useTarget({ posts, complete, loading, search }: ResultsMapProps): Target | null {
  const { mapCentre } = useSite()
  const isKnown = posts !== null && !loading
  const own = isKnown ? ownTarget(posts, search) : null
  const isEnough = own !== null && (complete || isInArea(search))
  const asked = isKnown && !isEnough ? extentAsked(search, posts.length > 0) : null
  const { currentData: box, isError } = mapApi.useExtentQuery(asked ?? skipToken)
  if (!isKnown) return null
  if (isEnough) return own
  const isOnItsWay = asked !== null && box === undefined && !isError
  if (isOnItsWay) return null
  return box ? targetOfBox(box) : (own ?? fallbackTarget(mapCentre))
}

function isInArea(search: string): boolean {
  return Boolean(new URLSearchParams(search).get('bbox'))
}

/** From the list's page alone. */
function ownTarget(posts: NonNullable<ResultsMapProps['posts']>, search: string): Target | null {
  const area = parseBox(new URLSearchParams(search).get('bbox'))
  return area ? targetOfArea(area) : targetOfPosts(posts)
}

/** Requests the extent of all results; without results that of the city; null if there is neither. */
function extentAsked(search: string, isFound: boolean): string | null {
  if (isFound) return extentSearch(search)
  const city = oneLine(new URLSearchParams(search).get('city') ?? '')
  return city ? extentSearch(`?${new URLSearchParams({ city })}`) : null
}

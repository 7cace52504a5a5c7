import { ErrorBody } from '@aangan/contracts/errors'
import { POST_TYPES } from '@aangan/contracts/post-constants'
import { CityCount, Place, PlacesQuery, PostsQuery } from '@aangan/contracts/posts'
import { choiceOf, integerOf, refuse, textOf } from '@aangan/service-kit/query'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import type { Search } from './search/search.ts'

const LIMIT = { min: 1, max: 50, usual: 8 }
const MAX_TYPED = 100

const refused = { '4xx': ErrorBody }
const CitiesQuery = Type.Pick(PostsQuery, ['type'])

export function addPlaceRoutes(app: App, search: Search): void {
  const counts = { querystring: CitiesQuery, response: { 200: Type.Array(CityCount), ...refused } }
  app.get('/posts/cities', { schema: counts }, ({ query }) => search.cities(choiceOf(query, 'type', POST_TYPES)))

  const suggestions = { querystring: PlacesQuery, response: { 200: Type.Array(Place), ...refused } }
  app.get('/posts/places', { schema: suggestions }, ({ query }) => {
    const q = textOf(query, 'q')
    if (q !== null && q.length > MAX_TYPED)
      refuse('q', q, `the beginning of a place's name, of at most ${MAX_TYPED} characters`)
    return search.suggest(q, integerOf(query, 'limit', LIMIT) ?? LIMIT.usual)
  })
}

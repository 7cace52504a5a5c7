import { NEW_LISTING } from '../new-listing.ts'
import { EVERYBODY, onListing, type Route, SIGNED_IN, withJson } from '../route-subjects.ts'

export const ROUTES: Record<string, Route> = {
  'GET /posts': { answers: EVERYBODY },
  'POST /posts': { answers: [401, 201, 201], make: withJson(NEW_LISTING) },
  'GET /posts/{id}': { answers: EVERYBODY, make: onListing('/posts/{id}') },
  'PUT /posts/{id}': { answers: [401, 403, 200], make: onListing('/posts/{id}', { postData: { price: 1 } }) },
  'DELETE /posts/{id}': { answers: [401, 403, 200], make: onListing('/posts/{id}') },
  'POST /posts/{id}/reports': { answers: [201, 201, 201], make: onListing('/posts/{id}/reports', { reason: 'fraud' }) },
  'GET /posts/{id}/similar': { answers: EVERYBODY, make: onListing('/posts/{id}/similar') },
  'POST /posts/{id}/views': { answers: [204, 204, 204], make: onListing('/posts/{id}/views') },
  'GET /posts/{id}/views': { answers: [401, 403, 200], make: onListing('/posts/{id}/views') },
  'GET /posts/data': { answers: SIGNED_IN },
  'GET /posts/map': { answers: EVERYBODY, query: '?bbox=73,18,74,19&zoom=9' },
  'GET /posts/cities': { answers: EVERYBODY },
  'GET /posts/places': { answers: EVERYBODY },
  'GET /posts/nearby': { answers: EVERYBODY, query: '?city=Kothrud' },
  'GET /posts/sitemap': { answers: EVERYBODY },
  'GET /posts/sitemap/{page}': { answers: [404, 404, 404] },
}

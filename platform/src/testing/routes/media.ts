import { EVERYBODY, onListing, type Route, SIGNED_IN, withPicture } from '../route-subjects.ts'

export const ROUTES: Record<string, Route> = {
  'POST /media/avatars': { answers: [401, 201, 201], make: withPicture },
  'POST /media/posts': { answers: [401, 201, 201], make: withPicture },
  'GET /media/data': { answers: SIGNED_IN },
  'GET /media/drawings/{property}/{seed}/{file}': {
    answers: EVERYBODY,
    make: async () => ({ path: `/media/drawings/house/${'0'.repeat(24)}/0.svg` }),
  },
  'GET /media/share/site.jpg': { answers: EVERYBODY },
  'GET /media/share/{id}/{file}': { answers: EVERYBODY, make: onListing('/media/share/{id}/1.jpg') },
}

import { SESSION_COOKIE } from '@aangan/contracts/account-constants'
import {
  EVERYBODY,
  newListing,
  onListing,
  onNewSearch,
  onOwner,
  onSearch,
  type Route,
  SIGNED_IN,
  withJson,
} from '../route-subjects.ts'

export const ROUTES: Record<string, Route> = {
  'GET /users': { answers: EVERYBODY },
  'GET /users/session': { answers: EVERYBODY },
  'GET /users/profilePosts': { answers: SIGNED_IN },
  'GET /users/saved': { answers: SIGNED_IN },
  'GET /users/notification': { answers: SIGNED_IN },
  'POST /users/save': {
    answers: SIGNED_IN,
    make: async (subject) => ({ request: { json: { postId: await newListing(subject) } } }),
  },
  'GET /users/searches': { answers: SIGNED_IN },
  'POST /users/searches': { answers: [401, 201, 201], make: onNewSearch },
  'PUT /users/searches/{id}': { answers: [401, 404, 200], make: onSearch({ alert: 'off' }) },
  'DELETE /users/searches/{id}': { answers: [401, 404, 200], make: onSearch() },
  // The token of a mail link is enough to stop; this token is unknown.
  'GET /users/searches/stop': { answers: [303, 303, 303] },
  'POST /users/searches/stop': { answers: [404, 404, 404], make: withJson({ token: SESSION_COOKIE }) },
  'POST /users/searches/start': { answers: [404, 404, 404], make: withJson({ token: SESSION_COOKIE }) },
  'GET /users/data': { answers: SIGNED_IN },
  'GET /users/owner-of/{id}': { answers: EVERYBODY, make: onListing('/users/owner-of/{id}') },
  'GET /users/{id}': { answers: EVERYBODY, make: onOwner() },
  'PUT /users/{id}': { answers: [401, 403, 200], make: onOwner({ agent: null }) },
  // A wrong password, so that the owner stays for the other tests.
  'DELETE /users/{id}': { answers: [401, 403, 403], make: onOwner({ currentPassword: SESSION_COOKIE }) },
}

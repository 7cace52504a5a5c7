import { type Route, withJson } from '../route-subjects.ts'

/** A session is not enough: they need a deploy token. */
const TOKEN_ONLY: Route['answers'] = [401, 401, 401]

export const ROUTES: Record<string, Route> = {
  'POST /releases/{name}': { answers: TOKEN_ONLY },
  'GET /releases/{name}': { answers: TOKEN_ONLY },
  'POST /releases/{name}/check': { answers: TOKEN_ONLY },
  'POST /releases/{name}/override': { answers: TOKEN_ONLY },
  'PUT /releases/{name}/channels': { answers: TOKEN_ONLY },
  'POST /r/outcomes': {
    answers: [204, 204, 204],
    make: withJson({ remote: 'mfe-listings', version: '0.1.0', outcome: 'shown', page: 'a' }),
  },
}

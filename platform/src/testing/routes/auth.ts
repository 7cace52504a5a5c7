import { SESSION_COOKIE } from '@aangan/contracts/account-constants'
import { anyName, EVERYBODY, onSession, type Route, SIGNED_IN, withJson } from '../route-subjects.ts'
import { PASSWORD } from '../site-here.ts'

export const ROUTES: Record<string, Route> = {
  'POST /auth/register': {
    answers: [201, 201, 201],
    make: async () => {
      const username = anyName()
      return { request: { json: { username, email: `${username}@example.com`, password: PASSWORD } } }
    },
  },
  'POST /auth/login': {
    answers: EVERYBODY,
    make: withJson({ username: 'owner', password: PASSWORD }),
    endsSession: true,
  },
  'POST /auth/logout': { answers: EVERYBODY, endsSession: true },
  'POST /auth/forgot': { answers: EVERYBODY, make: withJson({ email: 'nobody@example.com' }) },
  'POST /auth/reset': { answers: [400, 400, 400], make: withJson({ token: SESSION_COOKIE, password: PASSWORD }) },
  // The token of a mail link; this one is unknown.
  'POST /auth/confirm': { answers: [401, 400, 400], make: withJson({ token: SESSION_COOKIE }) },
  'POST /auth/confirm/send': { answers: SIGNED_IN },
  'POST /auth/undo': { answers: [400, 400, 400], make: withJson({ token: SESSION_COOKIE }) },
  'GET /auth/data': { answers: SIGNED_IN },
  'GET /auth/sessions': { answers: SIGNED_IN },
  'DELETE /auth/sessions/{id}': { answers: [401, 404, 200], make: onSession },
}

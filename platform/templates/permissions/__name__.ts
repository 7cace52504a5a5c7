import { EVERYBODY, type Route, withJson } from '../route-subjects.ts'

export const ROUTES: Record<string, Route> = {
  'GET /__name__': { answers: EVERYBODY },
  'POST /__name__': { answers: [401, 201, 201], make: withJson({ text: 'A note' }) },
}

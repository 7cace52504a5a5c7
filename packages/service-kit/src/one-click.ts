import { ErrorBody } from '@aangan/contracts/errors'
import { StopBody } from '@aangan/contracts/saved-searches'
import { type TSchema, Type } from 'typebox'
import type { App } from './server.ts'

const ByToken = Type.Object({ token: Type.Optional(Type.String()) })
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']
const SEE_OTHER = 303

interface OneClick {
  /** As in the mail's `List-Unsubscribe` header. */
  path: string
  page: string
  answer: TSchema
  stop(token: string | undefined): Promise<unknown>
}

/** Adds a one-click unsubscribe URL (RFC 8058): mail programs POST a form to it. */
export function addOneClick(app: App, { path, page, answer, stop }: OneClick): void {
  app.register(async (scope: App) => {
    // The form is always the same: the token is in the URL.
    scope.addContentTypeParser(FORMS, { parseAs: 'string' }, (_request, _body, done) => done(null, {}))
    const response = { 200: answer, '4xx': ErrorBody }
    const schema = { querystring: ByToken, body: Type.Partial(StopBody), response }
    scope.post(path, { schema }, ({ body, query }) => stop(body.token ?? query.token))
    // Mail programs without one-click support open the same URL in the browser.
    scope.get(path, { schema: { querystring: ByToken } }, async ({ query: { token = '' } }, reply) =>
      reply.redirect(`${page}?${new URLSearchParams({ token })}`, SEE_OTHER),
    )
  })
}

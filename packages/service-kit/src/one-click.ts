import { ErrorBody } from '@aangan/contracts/errors'
import { StopBody } from '@aangan/contracts/saved-searches'
import { type TSchema, Type } from 'typebox'
import type { App } from './server.ts'

const ByToken = Type.Object({ token: Type.Optional(Type.String()) })
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']
const SEE_OTHER = 303

interface OneClick {
  /** Of the API, as a mail's `List-Unsubscribe` header has it. */
  path: string
  /** Of the site, where somebody reads what they can stop. */
  page: string
  /** What `stop` returns. */
  answer: TSchema
  stop(token: string | undefined): Promise<unknown>
}

/** Adds the address that stops mails with one click, by RFC 8058: mail programs post a form to it. */
export function addOneClick(app: App, { path, page, answer, stop }: OneClick): void {
  app.register(async (scope: App) => {
    // What the form says is always the same: the address has the token.
    scope.addContentTypeParser(FORMS, { parseAs: 'string' }, (_request, _body, done) => done(null, {}))
    const response = { 200: answer, '4xx': ErrorBody }
    const schema = { querystring: ByToken, body: Type.Partial(StopBody), response }
    scope.post(path, { schema }, ({ body, query }) => stop(body.token ?? query.token))
    // Mail programs that know no one-click open the same address in the browser.
    scope.get(path, { schema: { querystring: ByToken } }, async ({ query: { token = '' } }, reply) =>
      reply.redirect(`${page}?${new URLSearchParams({ token })}`, SEE_OTHER),
    )
  })
}

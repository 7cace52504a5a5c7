import { ErrorBody } from '@aangan/contracts/errors'
import { isId } from '@aangan/contracts/ids'
import { Session, User, UsersQuery } from '@aangan/contracts/users'
import { pageHeaders } from '@aangan/service-kit/paging'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import { cursorBehind, keptParams, notFound, readUserSearch, toSession, toUser } from './rules.ts'
import type { UserStore } from './store.ts'

const refused = { '4xx': ErrorBody }
const ById = Type.Object({ id: Type.String() })

export function addUserRoutes(app: App, { users }: { users: UserStore }): void {
  const list = { querystring: UsersQuery, response: { 200: Type.Array(User), ...refused } }
  app.get('/users', { schema: list }, async ({ query, identity }, reply) => {
    const search = readUserSearch(query)
    const [found, total] = await Promise.all([users.page(search), users.count(search)])
    const page = found.slice(0, search.limit)
    const last = found.length > page.length ? page.at(-1) : undefined
    reply.headers({ ...pageHeaders('/users', keptParams(query), { total, next: last ? cursorBehind(last) : null }) })
    return page.map((user) => toUser(user, identity))
  })

  app.get('/users/session', { schema: { response: { 200: Session } } }, async ({ identity }, reply) => {
    reply.header('cache-control', 'no-store')
    const user = identity && (await users.find(identity.id))
    return toSession(user, identity)
  })

  const one = { params: ById, response: { 200: User, ...refused } }
  app.get('/users/:id', { schema: one }, async ({ params, identity }) => {
    const user = isId(params.id) ? await users.find(params.id) : null
    if (user === null) throw notFound()
    return toUser(user, identity)
  })
}

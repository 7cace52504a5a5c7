import { MAX_SEARCHES } from '@aangan/contracts/account-constants'
import { MessageAnswer } from '@aangan/contracts/accounts'
import { ErrorBody } from '@aangan/contracts/errors'
import { NewSearch, SavedSearch, SearchChange, SearchesQuery } from '@aangan/contracts/saved-searches'
import { AppError } from '@aangan/service-kit/errors'
import { type Identity, requireIdentity } from '@aangan/service-kit/identity'
import type { Parts } from '@aangan/service-kit/parts'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import { newSearch, readSearch, type SearchDoc, toSavedSearch, withAlert } from './search.ts'
import type { SearchStore } from './search-store.ts'

/** For all searches of a response together: the gateway gives up after 10 s. */
const WAIT_MS = 3_000
const refused = { '4xx': ErrorBody }
const ById = Type.Object({ id: Type.String() })

type SearchParts = { searches: SearchStore } & Pick<Parts, 'bus' | 'log' | 'now'>

export function addSearchRoutes(app: App, { searches, bus, log, now }: SearchParts): void {
  /** Null while posts is unavailable: the list is useful without counts. */
  async function countNew({ search, seenAt }: SearchDoc, timeoutMs: number): Promise<number | null> {
    if (timeoutMs <= 0) return null
    try {
      const ask = { search, since: seenAt, limit: 1 }
      return (await bus.request('posts.find-new', ask, { timeoutMs })).total
    } catch (error) {
      log.warn({ err: error }, 'could not count the new listings of a saved search')
      return null
    }
  }

  const present = async (doc: SearchDoc, timeoutMs = WAIT_MS) => toSavedSearch(doc, await countNew(doc, timeoutMs))

  /** One after the other: all at once would keep everyone else's searches waiting. */
  async function presentAll(docs: SearchDoc[]): Promise<SavedSearch[]> {
    const presented: SavedSearch[] = []
    const deadline = performance.now() + WAIT_MS
    for (const doc of docs) presented.push(await present(doc, deadline - performance.now()))
    return presented
  }

  async function ownOf({ id: userId }: Identity, id: string): Promise<SearchDoc> {
    const found = await searches.find(id)
    if (found?.userId !== userId) throw notFound()
    return found
  }

  const list = { querystring: SearchesQuery, response: { 200: Type.Array(SavedSearch), ...refused } }
  app.get('/users/searches', { schema: list }, async (request, reply) => {
    const { id } = requireIdentity(request)
    const { search } = request.query
    reply.header('cache-control', 'no-store')
    if (search === undefined) return await presentAll(await searches.of(id))
    const found = await searches.findSame(id, readSearch(search).search)
    return found === null ? [] : [await present(found)]
  })

  const save = { body: NewSearch, response: { 200: SavedSearch, 201: SavedSearch, ...refused } }
  app.post('/users/searches', { schema: save }, async (request, reply) => {
    const { id: userId } = requireIdentity(request)
    const { search, alert = 'off' } = request.body
    const facts = { userId, read: readSearch(search), alert, now: now() }
    const added = await searches.add(userId, (slot) => newSearch({ ...facts, slot }))
    if (added === null) throw new AppError('CONFLICT', FULL)
    reply.code(added.isNew ? 201 : 200)
    return added.isNew ? toSavedSearch(added.doc, 0) : await present(added.doc)
  })

  const change = { params: ById, body: SearchChange, response: { 200: SavedSearch, ...refused } }
  app.put('/users/searches/:id', { schema: change }, async (request) => {
    const found = await ownOf(requireIdentity(request), request.params.id)
    const { alert = found.alert, isSeen = false } = request.body
    const facts = { ...withAlert(found, alert, now()), ...(isSeen && { seenAt: now().toISOString() }) }
    const changed = Object.keys(facts).length > 0 ? await searches.change(found._id, facts) : found
    if (changed === null) throw notFound()
    return await present(changed)
  })

  const remove = { params: ById, response: { 200: MessageAnswer, ...refused } }
  app.delete('/users/searches/:id', { schema: remove }, async (request) => {
    const { id } = requireIdentity(request)
    if (!(await searches.remove(request.params.id, id))) throw notFound()
    return { message: 'Search removed' }
  })
}

const FULL = `You have saved ${MAX_SEARCHES} searches, which is the limit. Remove one in your profile first.`

function notFound(): AppError {
  return new AppError('NOT_FOUND', 'Search not found.')
}

import { ErrorBody } from '@aangan/contracts/errors'
import { DataPage, DataQuery } from '@aangan/contracts/own-data'
import type { OWN_DATA } from '@aangan/contracts/own-data-calls'
import type { App } from './app.ts'
import { AppError } from './errors.ts'
import { requireIdentity } from './identity.ts'
import { refuse } from './query.ts'
import { countInWindows } from './windows.ts'

const HOUR_MS = 3_600_000
/** Pages per person and hour, per process. */
const PAGES = 600

interface OwnData {
  path: (typeof OWN_DATA)[number]
  now: () => Date
  /** Where the next page starts; null for the first. */
  cursor: RegExp
  page(userId: string, after: string | null): Promise<DataPage>
}

/**
 * Serves a person's own data, in pages of bounded size. A failing page must throw: a file that lacks something without
 * saying so would be wrong.
 */
export function addDataRoute(app: App, { path, now, cursor, page }: OwnData): void {
  const count = countInWindows({ limit: PAGES, windowMs: HOUR_MS, now: () => now().getTime() })
  const schema = { querystring: DataQuery, response: { 200: DataPage, '4xx': ErrorBody } }
  // The lists have no schema of their own.
  app.get(path, { schema, serializerCompiler: () => JSON.stringify }, async (request, reply) => {
    const { id } = requireIdentity(request)
    const { after = null } = request.query
    reply.header('cache-control', 'no-store')
    if (after !== null && !cursor.test(after)) refuse('after', after, 'the `next` of the page before')
    const waitMs = count(id)
    if (waitMs > 0) throw tooMany(waitMs)
    return await page(id, after)
  })
}

function tooMany(waitMs: number): AppError {
  const minutes = Math.ceil(waitMs / 60_000)
  return new AppError('TOO_MANY_REQUESTS', `You have downloaded your data too often. Try again in ${minutes} min.`, {
    retryAfterS: Math.ceil(waitMs / 1_000),
  })
}

import { Readable } from 'node:stream'
import { ErrorBody } from '@aangan/contracts/errors'
import { SitemapPages } from '@aangan/contracts/sitemap'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import { boundsOf, PIECE, type Sitemap } from './pages.ts'
import { isBehind, type Position, type SitemapStore } from './store.ts'

export interface SitemapRoutes {
  sitemap: Sitemap
  store: SitemapStore
}

/** The most that the sitemap protocol allows on one page; only the last, until it is divided, comes near. */
const MOST = 50_000

const ByPage = Type.Object({ page: Type.String() })
/** Sent as a stream, so that no page has to be held whole. */
const Lines = Type.Unsafe<string | Readable>(Type.String())
const refused = { '4xx': ErrorBody }

/** All listings, for those who make a sitemap of them: the pages, and the lines of each as a stream. */
export function addSitemapRoutes(app: App, { sitemap, store }: SitemapRoutes): void {
  app.get('/posts/sitemap', { schema: { response: { 200: SitemapPages, ...refused } } }, () => sitemap.pages())

  const one = { params: ByPage, response: { 200: Lines, ...refused } }
  app.get('/posts/sitemap/:page', { schema: one }, async ({ params, method }, reply) => {
    const bounds = /^\d{6}$/.test(params.page) ? await boundsOf(store, params.page) : null
    if (bounds === null) throw new AppError('NOT_FOUND', 'There is no such page of the sitemap')
    reply.type('text/plain; charset=utf-8')
    if (method === 'HEAD') return reply.send('')
    return reply.send(Readable.from(linesOf(store, bounds)))
  })
}

/** A piece of a page at a time, so that memory does not depend on how long it is. */
async function* linesOf(
  store: SitemapStore,
  { behind, end }: { behind: Position | null; end: Position | null },
): AsyncGenerator<string, void, undefined> {
  let position = behind
  for (let sent = 0; sent < MOST; sent += PIECE) {
    const piece = await store.behind(position, PIECE)
    const own = end === null ? piece : piece.filter((one) => !isBehind(one, end))
    if (own.length > 0) yield own.map(({ _id, createdAt }) => `${_id} ${createdAt}\n`).join('')
    if (own.length < PIECE) return
    position = own.at(-1) ?? null
  }
}

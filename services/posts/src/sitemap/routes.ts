import { ErrorBody } from '@aangan/contracts/errors'
import { SitemapPages } from '@aangan/contracts/sitemap'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import type { Search } from '../search/search.ts'
import type { Sitemap } from './pages.ts'

export interface SitemapRoutes {
  sitemap: Sitemap
  search: Search
}

/** The most that the sitemap protocol allows on one page; only the last, until it is divided, comes near. */
const MOST = 50_000

const ByPage = Type.Object({ page: Type.String() })
const refused = { '4xx': ErrorBody }

/** All listings, for those who make a sitemap of them: the pages, and a line for each listing of a page. */
export function addSitemapRoutes(app: App, { sitemap, search }: SitemapRoutes): void {
  app.get('/posts/sitemap', { schema: { response: { 200: SitemapPages, ...refused } } }, () => sitemap.pages())

  const one = { params: ByPage, response: { 200: Type.String(), ...refused } }
  app.get('/posts/sitemap/:page', { schema: one }, async ({ params, method }, reply) => {
    const span = await sitemap.spanOf(params.page)
    if (span === null) throw new AppError('NOT_FOUND', 'There is no such page of the sitemap')
    reply.type('text/plain; charset=utf-8')
    return reply.send(method === 'HEAD' ? '' : await search.lines(span, MOST))
  })
}

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

/** Limit of the sitemap protocol; only the last page, until it is split, comes near. */
const MOST = 50_000

const ByPage = Type.Object({ page: Type.String() })
const refused = { '4xx': ErrorBody }

export function addSitemapRoutes(app: App, { sitemap, search }: SitemapRoutes): void {
  app.get('/posts/sitemap', { schema: { response: { 200: SitemapPages, ...refused } } }, () => sitemap.pages())

  const one = { params: ByPage, response: { 200: Type.String(), ...refused } }
  app.get('/posts/sitemap/:page', { schema: one }, async ({ params, method }, reply) => {
    const span = await sitemap.spanOf(params.page)
    if (span === null) throw new AppError('NOT_FOUND', 'Sitemap page not found')
    reply.type('text/plain; charset=utf-8')
    return reply.send(method === 'HEAD' ? '' : await search.lines(span, MOST))
  })
}

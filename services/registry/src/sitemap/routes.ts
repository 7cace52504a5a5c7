import { CityCount } from '@aangan/contracts/posts'
import { entityTag, isKnown } from '@aangan/service-kit/entity-tag'
import { AppError } from '@aangan/service-kit/errors'
import { sendPacked } from '@aangan/service-kit/packed'
import type { App } from '@aangan/service-kit/server'
import type { Upstream } from '@aangan/service-kit/upstream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { RegistryConfig } from '../config.ts'
import { originOf } from '../origin.ts'
import type { Releases } from '../releases/releases.ts'
import { createListingSitemaps } from './listing-sitemaps.ts'
import { getJson, listingPages } from './listings.ts'
import { COUNTED_TYPES, cityEntries, routeEntries } from './pages.ts'
import { robotsText } from './robots.ts'
import { sitemapIndex, urlSet } from './xml.ts'

export interface SitemapRoutes {
  config: Pick<RegistryConfig, 'SITE_URL'>
  releases: Releases
  posts: Upstream
}

const HIDDEN = { schema: { hide: true } } as const
const XML = 'application/xml; charset=utf-8'
const LISTINGS = /^listings-(\d{6})\.xml$/

export function addSitemapRoutes(app: App, { config, releases, posts }: SitemapRoutes): void {
  const originFor = (request: FastifyRequest) => originOf(config.SITE_URL, request)
  const caching = cachingOf(config)
  const sitemaps = createListingSitemaps(posts)

  app.get('/robots.txt', HIDDEN, async (request, reply) => {
    reply.header('cache-control', caching).type('text/plain; charset=utf-8')
    return sendText(request, reply, robotsText(originFor(request)))
  })

  app.get('/sitemap.xml', HIDDEN, async (request, reply) => {
    const origin = originFor(request)
    const { pages } = await listingPages(posts)
    const listings = pages.map(({ name, lastmod }) => ({ url: `${origin}/sitemaps/listings-${name}.xml`, lastmod }))
    reply.header('cache-control', caching).type(XML)
    return sendText(request, reply, sitemapIndex([{ url: `${origin}/sitemaps/pages.xml` }, ...listings]))
  })

  app.get('/sitemaps/pages.xml', HIDDEN, async (request, reply) => {
    const origin = originFor(request)
    const routes = [...(await releases.current()).values()].flatMap(({ manifest }) => manifest?.routes ?? [])
    const entries = [...routeEntries(origin, routes), ...cityEntries(origin, await countCities(posts))]
    reply.header('cache-control', caching).type(XML)
    return sendText(request, reply, urlSet(entries))
  })

  app.get<{ Params: { file: string } }>('/sitemaps/:file', HIDDEN, async (request, reply) => {
    const [, page] = LISTINGS.exec(request.params.file) ?? []
    if (page === undefined) throw new AppError('NOT_FOUND', 'There is no such sitemap')
    const packed = await sitemaps.get(page, originFor(request))
    return sendPacked(request, reply.header('cache-control', caching).type(XML), packed)
  })
}

/** Without SITE_URL the response contains the visitor's own host, so it must not be cached for others. */
function cachingOf({ SITE_URL }: Pick<RegistryConfig, 'SITE_URL'>): string {
  return SITE_URL ? 'public, max-age=3600' : 'private, no-cache'
}

function sendText(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const etag = entityTag(text)
  reply.header('etag', etag)
  return isKnown(request, etag) ? reply.code(304).send() : reply.send(text)
}

async function countCities(posts: Upstream) {
  const counts = COUNTED_TYPES.map(async (type) => {
    const cities = await getJson(posts, `/posts/cities${type === null ? '' : `?type=${type}`}`)
    if (Value.Check(Type.Array(CityCount), cities)) return { type, cities }
    throw new AppError('UPSTREAM_FAILED', 'Listings could not be loaded. Try again in a moment.')
  })
  return Promise.all(counts)
}

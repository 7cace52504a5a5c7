import { SitemapPages } from '@aangan/contracts/sitemap'
import { AppError, PART_UNAVAILABLE } from '@aangan/service-kit/errors'
import type { Upstream } from '@aangan/service-kit/upstream'
import { Value } from 'typebox/value'

/** Just below the gateway's default timeout. */
export const LIMIT_MS = 9_000

export async function listingPages(posts: Upstream): Promise<SitemapPages> {
  const body = await getJson(posts, '/posts/sitemap')
  if (!Value.Check(SitemapPages, body)) throw failed('/posts/sitemap returned an unexpected body')
  return body
}

/** Throws UPSTREAM_FAILED for anything but 200, so that half a sitemap is not taken for the whole. */
export async function getJson(service: Upstream, path: string): Promise<unknown> {
  const { status, body } = await service.get(path, { headers: { accept: 'application/json' }, timeoutMs: LIMIT_MS })
  if (status !== 200) throw failed(`${path} returned ${status}; expected 200`)
  return JSON.parse(body.toString('utf8'))
}

/** The cause is for the log only. */
export function failed(why: string): AppError {
  return new AppError('UPSTREAM_FAILED', PART_UNAVAILABLE, { cause: new Error(why) })
}

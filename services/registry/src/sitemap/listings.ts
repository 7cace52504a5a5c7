import { SitemapPages } from '@aangan/contracts/sitemap'
import { AppError, PART_AWAY } from '@aangan/service-kit/errors'
import type { Upstream } from '@aangan/service-kit/upstream'
import { Value } from 'typebox/value'
import { URLSET } from './xml.ts'

/** A crawler waits, but not for ever; the gateway gives up after as long. */
const LIMIT_MS = 9_000

/** The pages that posts divides all listings into. */
export async function listingPages(posts: Upstream): Promise<SitemapPages> {
  const body = await getJson(posts, '/posts/sitemap')
  if (!Value.Check(SitemapPages, body)) throw failed('posts did not say what pages it has')
  return body
}

/** Asks a service; throws UPSTREAM_FAILED for anything but data, so that no half of a sitemap is taken for the whole. */
export async function getJson(service: Upstream, path: string): Promise<unknown> {
  const { status, body } = await service.get(path, { headers: { accept: 'application/json' }, timeoutMs: LIMIT_MS })
  if (status !== 200) throw failed(`${path} was answered with ${status} instead of data`)
  return JSON.parse(body.toString('utf8'))
}

/**
 * One page of listings as XML, piece by piece as it comes from posts. Throws NOT_FOUND for a page that does not exist,
 * before anything is sent. HEAD asks posts no more than whether there is one.
 */
export async function listingSitemap(
  posts: Upstream,
  page: string,
  { origin, method }: { origin: string; method: 'GET' | 'HEAD' },
): Promise<AsyncIterable<string>> {
  const answer = await posts.stream(method, `/posts/sitemap/${page}`)
  if (answer.statusCode === 200) return toXml(answer.body, origin)
  // Read away, so that the connection can serve another.
  await answer.body.dump()
  if (answer.statusCode === 404) throw new AppError('NOT_FOUND', 'There is no such sitemap')
  throw failed(`posts answered ${answer.statusCode} instead of a page of the sitemap`)
}

/** What happened is for the log. */
function failed(why: string): AppError {
  return new AppError('UPSTREAM_FAILED', PART_AWAY, { cause: new Error(why) })
}

async function* toXml(chunks: AsyncIterable<Buffer>, origin: string): AsyncGenerator<string, void, undefined> {
  yield URLSET.head
  for await (const lines of wholeLines(chunks)) {
    yield lines
      .map((line) => line.split(' '))
      .map(([id = '', lastmod]) => URLSET.entry({ url: `${origin}/${id}`, lastmod }))
      .join('')
  }
  yield URLSET.foot
}

/** Chunks end anywhere; lines are never cut. All of it is ASCII: ids and times. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[], void, undefined> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  if (rest !== '') throw new AppError('UPSTREAM_FAILED', 'Listings broke off in the middle of a line')
}

import { SitemapPages } from '@aangan/contracts/sitemap'
import { AppError, PART_UNAVAILABLE } from '@aangan/service-kit/errors'
import type { Upstream } from '@aangan/service-kit/upstream'
import { Value } from 'typebox/value'
import { URLSET } from './xml.ts'

/** Just below the gateway's default timeout. */
const LIMIT_MS = 9_000

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

/** Throws NOT_FOUND before anything is sent. HEAD only asks posts whether the page exists. */
export async function listingSitemap(
  posts: Upstream,
  page: string,
  { origin, method }: { origin: string; method: 'GET' | 'HEAD' },
): Promise<AsyncIterable<string>> {
  const answer = await posts.stream(method, `/posts/sitemap/${page}`)
  if (answer.statusCode === 200) return toXml(answer.body, origin)
  // Drained, so that the connection can be reused.
  await answer.body.dump()
  if (answer.statusCode === 404) throw new AppError('NOT_FOUND', 'There is no such sitemap')
  throw failed(`/posts/sitemap/${page} returned ${answer.statusCode}; expected 200 or 404`)
}

/** The cause is for the log only. */
function failed(why: string): AppError {
  return new AppError('UPSTREAM_FAILED', PART_UNAVAILABLE, { cause: new Error(why) })
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

/** Chunks may end within a line. The text is ASCII: ids and times. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[], void, undefined> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  if (rest !== '')
    throw new AppError('UPSTREAM_FAILED', 'Listings could not be loaded completely. Try again in a moment.')
}

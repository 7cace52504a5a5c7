import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPosts } from '@aangan/posts/app'
import { PostsConfig } from '@aangan/posts/config'
import { type ListingDoc, newListing } from '@aangan/posts/listing'
import { POSTS_MIGRATIONS } from '@aangan/posts/migrations'
import { facts } from '@aangan/posts/testing/facts'
import { buildRegistry } from '@aangan/registry/app'
import { RegistryConfig } from '@aangan/registry/config'
import { openBus } from '@aangan/service-kit/bus/open'
import { readConfig } from '@aangan/service-kit/config'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { migrate } from '@aangan/service-kit/store/migrations'
import { openStore } from '@aangan/service-kit/store/open'
import { unreachableServices } from '@aangan/service-kit/testing/unreachable-services'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

/** Two full pages, one of them with a border at either end, and a partial third. */
const COUNT = 20_500
const PIECE = 500
const ORIGIN = 'https://homes.example'
const closers: (() => Promise<unknown>)[] = []
let registry: Awaited<ReturnType<typeof buildRegistry>>

/** A deterministic id that looks random, so that pages are not filled in id order. */
function idOf(number: number): string {
  return (BigInt(number + 1) * 0x9e3779b97f4a7c15n).toString(16).padStart(24, '0').slice(-24)
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitemap-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  const log = createLog({ level: 'silent' })
  const store = await openStore(`sqlite:${folder}`, { name: 'posts' })
  closers.push(() => store.close())
  const begin = Date.parse('2026-01-01T00:00:00Z')
  const template = newListing(facts(), { id: idOf(0), owner: 'a'.repeat(24), now: new Date(begin) })
  const listings = store.collection<ListingDoc>('listings')
  // Inserted before the indexes are created, which is twenty times as fast.
  for (let at = 0; at < COUNT; at += PIECE) {
    const documents = Array.from({ length: PIECE }, (_, index) => ({
      ...template,
      _id: idOf(at + index),
      // Groups of seven share a timestamp; no page border may split a group.
      createdAt: new Date(begin + Math.floor((at + index) / 7) * 1_000).toISOString(),
    }))
    await listings.bulkWrite(
      documents.map((document) => ({ insertOne: { document } })),
      { ordered: false },
    )
  }
  await migrate('posts', store, POSTS_MIGRATIONS)
  const bus = await openBus(`sqlite:${folder}`, { name: 'site', log })
  closers.push(() => bus.close())
  const common = { log, metrics: createMetrics(), identity: createKeyPair() }
  const posts = await buildPosts({
    ...common,
    config: readConfig(PostsConfig, {}),
    store,
    bus,
    now: () => new Date(),
  })
  closers.push(() => posts.close())
  await posts.listen({ path: join(folder, 'posts.sock') })
  const config = readConfig(RegistryConfig, {
    RELEASES_DIR: join(folder, 'releases'),
    SITE_URL: ORIGIN,
    ...unreachableServices(),
    POSTS_URL: `unix:${folder}/posts.sock`,
  })
  registry = await buildRegistry({ config, ...common })
  closers.push(() => registry.close())
}, 120_000)

afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

async function locationsIn(path: string): Promise<string[]> {
  const answer = await registry.inject(path)
  expect(answer.statusCode, path).toBe(200)
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(answer.body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<(urlset|sitemapindex) xmlns="[^"]+">\n/)
  expect(answer.body).toMatch(/<\/(urlset|sitemapindex)>\n$/)
  return [...answer.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
}

it('with three pages lists each listing once', { timeout: 180_000 }, async () => {
  const listings = async () => (await locationsIn('/sitemap.xml')).filter((url) => url.includes('/listings-'))
  await vi.waitFor(async () => expect(await listings()).toHaveLength(3), { timeout: 100_000, interval: 200 })
  const found: string[] = []
  const sizes: number[] = []
  for (const sitemap of await listings()) {
    const urls = await locationsIn(sitemap.slice(ORIGIN.length))
    sizes.push(urls.length)
    found.push(...urls)
  }
  expect(sizes).toEqual([10_003, 10_003, 494])
  const wanted = new Set(Array.from({ length: COUNT }, (_, number) => `${ORIGIN}/${idOf(number)}`))
  expect(wanted.size).toBe(COUNT)
  expect(found).toHaveLength(COUNT)
  expect(found.filter((url) => !wanted.delete(url))).toEqual([])
})

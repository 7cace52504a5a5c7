import { randomBytes } from 'node:crypto'
import type { SitemapPages } from '@aangan/contracts/sitemap'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ListingDoc, newListing } from '../listing.ts'
import { PAGE } from '../sitemap/pages.ts'
import { facts } from './facts.ts'
import { randomFrom, randomListings } from './random-listings.ts'
import { type Started, startPosts } from './start.ts'

/** What posts answers those who make a sitemap or show a listing elsewhere, on whichever store `storeUrl` names. */
export function describeFound(
  storeUrl: () => Promise<string | undefined>,
  { walksIndexes = true }: { walksIndexes?: boolean } = {},
): void {
  let service: Started
  beforeEach(async () => {
    service = await startPosts({ storeUrl: await storeUrl() })
  })
  afterEach(() => service?.close())

  const newId = () => randomBytes(12).toString('hex')

  async function add(documents: ListingDoc[]): Promise<string[]> {
    await service.posts.add(documents)
    return documents.map(({ _id }) => _id)
  }

  const lines = async (page: string) => {
    const answer = await service.get(`/posts/sitemap/${page}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.body.split('\n').slice(0, -1)
  }
  const pages = async () => (await service.get('/posts/sitemap')).json<SitemapPages>()

  describe('GET /posts/sitemap', () => {
    test('has every listing once, the oldest first, each with its time', async () => {
      const documents = randomListings(700, randomFrom(3))
      await add(documents)
      expect((await pages()).pages.map(({ name }) => name)).toEqual(['000001'])
      const expected = documents
        .map(({ _id, createdAt }) => ({ _id, createdAt }))
        .sort((a, b) => (a.createdAt === b.createdAt ? (a._id < b._id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1))
      expect(await lines('000001')).toEqual(expected.map(({ _id, createdAt }) => `${_id} ${createdAt}`))
    })

    test('has a new listing at once, and forgets one that is taken down', async () => {
      const owner = newId()
      const document = newListing(facts(), { id: newId(), owner, now: new Date() })
      const [id = ''] = await add([document])
      await pages()
      const [later = ''] = await add([newListing(facts(), { id: newId(), owner, now: new Date() })])
      expect((await lines('000001')).map((line) => line.split(' ')[0]).sort()).toEqual([id, later].sort())
      await service.call({ method: 'DELETE', url: `/posts/${id}`, as: owner })
      expect(await lines('000001')).toEqual([expect.stringContaining(later)])
    })

    test('names no page while nothing is listed', async () => {
      expect((await pages()).pages).toEqual([])
      expect(await lines('000001')).toEqual([])
    })

    test('says when its newest was made', async () => {
      const now = new Date('2026-05-06T07:08:09.000Z')
      await add([newListing(facts(), { id: newId(), owner: newId(), now })])
      expect((await pages()).pages).toEqual([{ name: '000001', lastmod: now.toISOString() }])
    })

    test.each(['0', '000002', '1', '0000001', '-00001', 'abcdef', '__proto__', '000001.xml'])(
      'has no page %s',
      async (page) => {
        const answer = await service.get(`/posts/sitemap/${page}`)
        expect([400, 404]).toContain(answer.statusCode)
        expect(answer.json().message).toMatch(/./)
      },
    )
  })

  // The stand-in for a mongod walks no index: so many listings would keep it busy for minutes.
  if (walksIndexes) {
    test('a page divided off keeps its listings, and the others follow on the next', { timeout: 120_000 }, async () => {
      // All of one moment, so that the border falls between equals.
      const now = new Date('2026-01-01T00:00:00.000Z')
      const template = newListing(facts(), { id: newId(), owner: newId(), now })
      const ids = Array.from({ length: PAGE + 300 }, newId).sort()
      await add(ids.slice(0, PAGE).map((_id) => ({ ...template, _id })))
      expect(await pages()).toMatchObject({ pages: [{ name: '000001' }] })
      await vi.waitFor(async () => expect(await pages()).toMatchObject({ complete: true }), { timeout: 60_000 })
      expect((await pages()).pages).toHaveLength(1)
      await add(ids.slice(PAGE).map((_id) => ({ ...template, _id })))
      expect(await lines('000001')).toHaveLength(PAGE + 300)

      service.pass(600_000)
      await pages()
      await vi.waitFor(async () => expect((await pages()).pages).toHaveLength(2), { timeout: 60_000 })
      const [first, second] = [await lines('000001'), await lines('000002')]
      expect([first.length, second.length]).toEqual([PAGE, 300])
      expect([...first, ...second].map((line) => line.slice(0, 24))).toEqual(ids)
    })
  }

  test('posts.of-owner answers what somebody published, the latest first, with its details', async () => {
    const [owner, other] = [newId(), newId()]
    const made = (title: string, whose: string, at: string) =>
      newListing(facts({ title }), { id: newId(), owner: whose, now: new Date(at) })
    await add([made('Old', owner, '2026-01-01'), made('New', owner, '2026-02-01'), made('Other', other, '2026-03-01')])
    const found = await service.bus.request('posts.of-owner', { userId: owner }, { timeoutMs: 5_000 })
    expect(found.map(({ title }) => title)).toEqual(['New', 'Old'])
    expect(found[0]?.postDetail.desc).toBe((await service.get(`/posts/${found[0]?.id}`)).json().postDetail.desc)
    const ids = found.map(({ id }) => id)
    expect(await service.bus.request('posts.find-details', { ids }, { timeoutMs: 5_000 })).toEqual(
      expect.arrayContaining(found),
    )
  })

  describe('posts.find-many', () => {
    const find = (ids: unknown) =>
      service.bus.request('posts.find-many', { ids: ids as string[] }, { timeoutMs: 5_000 })

    test('answers what everyone sees, with its revision; what is not there is left out', async () => {
      const owner = newId()
      const [id = '', gone = ''] = await add([
        newListing(facts({ title: 'One' }), { id: newId(), owner, now: new Date() }),
        newListing(facts({ title: 'Two' }), { id: newId(), owner, now: new Date() }),
      ])
      await service.call({ method: 'DELETE', url: `/posts/${gone}`, as: owner })
      const found = await find([id, gone, newId()])
      expect(found).toEqual([{ ...(await service.get('/posts')).json()[0], rev: 1 }])
      expect(found[0]).toMatchObject({ id, title: 'One' })
    })

    test.each([
      ['no list', 'x'],
      ['what is no id', ['x']],
      ['an operator', [{ $ne: null }]],
      ['too many', Array.from({ length: 501 }, newId)],
    ])('refuses %s', async (_what, ids) => {
      await expect(find(ids)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    })
  })
}

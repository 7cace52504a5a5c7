import { randomBytes } from 'node:crypto'
import { Post, PostWithDetail } from '@aangan/contracts/posts'
import type { PublicUser } from '@aangan/contracts/users'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ListingFacts, newListing } from '../listing.ts'
import { facts } from './facts.ts'
import { type Started, startPosts } from './start.ts'

function newId(): string {
  return randomBytes(12).toString('hex')
}

/** What the service answers besides a search, on whichever store `storeUrl` names. */
export function describeService(storeUrl: () => Promise<string | undefined>): void {
  let service: Started
  const asha: PublicUser = { id: newId(), username: 'asha', avatar: '/media/avatars/asha.webp' }

  beforeEach(async () => {
    service = await startPosts({ storeUrl: await storeUrl() })
  })
  afterEach(() => service?.close())

  async function added(changes: Partial<ListingFacts> = {}, owner: PublicUser | string = asha): Promise<string> {
    const id = newId()
    await service.posts.add([newListing(facts(changes), { id, owner, now: new Date() })])
    return id
  }

  async function userOf(id: string): Promise<PublicUser> {
    const answer = await service.get(`/posts/${id}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<PostWithDetail>().user
  }

  describe('GET /posts/{id}', () => {
    test('answers the listing with its detail and its owner, and nothing of how it is kept', async () => {
      const id = await added({ city: 'Pune', images: ['/media/posts/a.webp', '/media/posts/b.webp'] })
      const body = (await service.get(`/posts/${id}`)).json<PostWithDetail>()
      expect(Value.Errors(PostWithDetail, body)).toEqual([])
      expect(Object.keys(body).sort()).toEqual(Object.keys(PostWithDetail.properties).sort())
      expect(body).toMatchObject({ id, userId: asha.id, img: '/media/posts/a.webp', user: asha, isSaved: false })
      expect(body.postDetail).toMatchObject({ desc: '<p>Bright and quiet.</p>', school: 800, restaurant: null })
    })

    test('a listing without pictures has no img', async () => {
      const id = await added({ images: [] })
      expect((await service.get(`/posts/${id}`)).json()).toMatchObject({ images: [], img: null })
    })

    test.each([newId(), newId().toUpperCase(), 'about', '0', 'null', '5f9d3b3b3b3b3b3b3b3b3b3', 'x'.repeat(400)])(
      '%s is not found',
      async (id) => {
        const answer = await service.get(`/posts/${id}`)
        expect(answer.statusCode).toBe(404)
        expect(answer.json()).toMatchObject({ code: 'NOT_FOUND', message: 'Post not found' })
      },
    )
  })

  test('a list shows cards alone', async () => {
    await added()
    const [post] = (await service.get('/posts')).json<Post[]>()
    expect(Object.keys(post ?? {}).sort()).toEqual(Object.keys(Post.properties).sort())
    expect(Value.Errors(Post, post)).toEqual([])
  })

  describe('the owner', () => {
    test('is asked for where no copy has come, and the copy is kept', async () => {
      const asked: string[][] = []
      const users = await service.bus.respond('users.find', async ({ ids }) => {
        asked.push(ids)
        return [asha]
      })
      const id = await added({}, asha.id)
      expect(await userOf(id)).toEqual(asha)
      await users.stop()
      expect(await userOf(id)).toEqual(asha)
      expect(asked).toEqual([[asha.id]])
    })

    test('has a stand-in while users is away, and a name as soon as it is back', async () => {
      const id = await added({}, asha.id)
      expect(await userOf(id)).toEqual({ id: asha.id, username: 'Private owner', avatar: null })
      await service.bus.respond('users.find', async () => [asha])
      expect(await userOf(id)).toEqual(asha)
    })

    test('holds up no page when users hangs', async () => {
      const hanging = new AbortController()
      const until = new Promise<never[]>((resolve) => hanging.signal.addEventListener('abort', () => resolve([])))
      await service.bus.respond('users.find', () => until)
      const id = await added({}, asha.id)
      const began = performance.now()
      expect((await userOf(id)).username).toBe('Private owner')
      expect(performance.now() - began).toBeLessThan(1_500)
      hanging.abort()
    })

    test('that users does not know has the stand-in too', async () => {
      await service.bus.respond('users.find', async () => [])
      expect((await userOf(await added({}, asha.id))).username).toBe('Private owner')
    })

    test('changes on every listing when users says so, and never back', async () => {
      const ids = await Promise.all(Array.from({ length: 3 }, () => added()))
      const many = Array.from({ length: 450 }, () => newListing(facts(), { id: newId(), owner: asha, now: new Date() }))
      await service.posts.add(many)
      const others = await added({}, { id: newId(), username: 'ravi', avatar: null })
      const changed = { ...asha, username: 'asha.k' }

      await service.bus.publish({ id: newId(), subject: 'user.changed', data: { ...changed, rev: 5 } })
      for (const id of [...ids, many.at(0)?._id ?? '', many.at(-1)?._id ?? '']) {
        await vi.waitFor(async () => expect(await userOf(id)).toEqual(changed), { timeout: 10_000 })
      }
      await service.bus.publish({ id: newId(), subject: 'user.changed', data: { ...asha, rev: 4 } })
      await service.bus.publish({ id: newId(), subject: 'user.changed', data: { ...changed, rev: 5 } })
      const last = { ...asha, username: 'asha.m' }
      const marker = await added({}, { id: 'e'.repeat(24), username: 'old', avatar: null })
      await service.bus.publish({
        id: newId(),
        subject: 'user.changed',
        data: { id: 'e'.repeat(24), username: 'new', avatar: null, rev: 1 },
      })
      await vi.waitFor(async () => expect((await userOf(marker)).username).toBe('new'), { timeout: 10_000 })
      expect(await userOf(ids[0] ?? '')).toEqual(changed)
      expect((await userOf(others)).username).toBe('ravi')

      await service.bus.publish({ id: newId(), subject: 'user.changed', data: { ...last, rev: 6 } })
      await vi.waitFor(async () => expect(await userOf(ids[2] ?? '')).toEqual(last), { timeout: 10_000 })
    })

    test('asked for late does not undo a change that came meanwhile', async () => {
      const id = await added({}, asha.id)
      await service.bus.respond('users.find', async () => {
        await service.posts.renewOwner({ ...asha, username: 'asha.k' }, 2, 100)
        return [asha]
      })
      await userOf(id)
      expect((await userOf(id)).username).toBe('asha.k')
    })
  })

  describe('GET /posts/cities', () => {
    test('counts by city, whatever its spelling, the fullest first', async () => {
      for (const city of ['Bombay', 'mumbai', 'MUMBAI', 'pune', 'Jaipur', 'Jaipur ']) await added({ city })
      await added({ city: 'Poona', type: 'rent' })
      await added({ city: 'Pune', type: 'rent' })
      await service.settled()
      expect((await service.get('/posts/cities')).json()).toEqual([
        { city: 'Mumbai', count: 3 },
        { city: 'Pune', count: 3 },
        { city: 'Jaipur', count: 2 },
      ])
      expect((await service.get('/posts/cities?type=rent')).json()).toEqual([{ city: 'Pune', count: 2 }])
    })

    test('is counted once for many who ask, and again a while later', async () => {
      await added()
      await service.settled()
      const answers = await Promise.all(Array.from({ length: 20 }, () => service.get('/posts/cities')))
      await added()
      await service.settled()
      expect(answers.map((answer) => answer.body)).toEqual(Array(20).fill('[{"city":"Pune","count":1}]'))
      expect((await service.get('/posts/cities')).body).toBe('[{"city":"Pune","count":1}]')
      service.pass(61_000)
      expect((await service.get('/posts/cities')).body).toBe('[{"city":"Pune","count":2}]')
    })

    test('refuses a type it does not know', async () => {
      const answer = await service.get('/posts/cities?type=lease')
      expect(answer.statusCode).toBe(400)
      expect(answer.json().message).toMatch(/^type is "lease"; it may be one of buy, rent/)
    })
  })

  test.each([
    '',
    '?',
    '?undefined',
    '?undefined=',
    '?type=&city=&minPrice=0&maxPrice=0',
    '?property=any&q=1',
    '?%20=%20',
  ])('/posts%s is no filter', async (query) => {
    await added()
    const answer = await service.get(`/posts${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toHaveLength(1)
  })
}

import { randomBytes } from 'node:crypto'
import { Post, PostWithDetail } from '@aangan/contracts/posts'
import type { PublicUser } from '@aangan/contracts/users'
import { Value } from 'typebox/value'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ListingFacts, newListing } from '../listing.ts'
import { facts } from './facts.ts'
import { type Started, usePosts } from './start.ts'

function newId(): string {
  return randomBytes(12).toString('hex')
}

function newAsha(): PublicUser {
  return { id: newId(), username: 'asha', avatar: '/media/avatars/asha.webp' }
}

function adding(service: () => Started) {
  return async (changes: Partial<ListingFacts> = {}, owner: PublicUser | string = newAsha()): Promise<string> => {
    const id = newId()
    await service().posts.add([newListing(facts(changes), { id, owner, now: new Date() })])
    return id
  }
}

/** Everything but searches, on the store at `storeUrl`. */
export function describeService(storeUrl: () => Promise<string | undefined>): void {
  const use = () => {
    const service = usePosts(async () => ({ storeUrl: await storeUrl() }))
    return { service, added: adding(service) }
  }

  describe('GET /posts/{id}', () => {
    const { service, added } = use()

    test('returns the listing with its detail and owner, and no internal fields', async () => {
      const asha = newAsha()
      const id = await added({ city: 'Pune', images: ['/media/posts/a.webp', '/media/posts/b.webp'] }, asha)
      const body = (await service().get(`/posts/${id}`)).json<PostWithDetail>()
      expect(Value.Errors(PostWithDetail, body)).toEqual([])
      expect(Object.keys(body).sort()).toEqual(Object.keys(PostWithDetail.properties).sort())
      expect(body).toMatchObject({ id, userId: asha.id, img: '/media/posts/a.webp', user: asha, isSaved: false })
      expect(body.postDetail).toMatchObject({ desc: '<p>Bright and quiet.</p>', school: 800, restaurant: null })
    })

    test('a listing without pictures has no img', async () => {
      const id = await added({ images: [] })
      expect((await service().get(`/posts/${id}`)).json()).toMatchObject({ images: [], img: null })
    })

    test.each([newId(), newId().toUpperCase(), 'about', '0', 'null', '5f9d3b3b3b3b3b3b3b3b3b3', 'x'.repeat(400)])(
      '%s is not found',
      async (id) => {
        const answer = await service().get(`/posts/${id}`)
        expect(answer.statusCode).toBe(404)
        expect(answer.json()).toMatchObject({ code: 'NOT_FOUND', message: 'Post not found' })
      },
    )

    test('a list has only card fields', async () => {
      await added()
      const [post] = (await service().get('/posts')).json<Post[]>()
      expect(Object.keys(post ?? {}).sort()).toEqual(Object.keys(Post.properties).sort())
      expect(Value.Errors(Post, post)).toEqual([])
    })
  })

  describe('the owner', { timeout: 60_000 }, () => {
    const { service, added } = use()

    async function userOf(id: string): Promise<PublicUser> {
      const answer = await service().get(`/posts/${id}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<PostWithDetail>().user
    }

    /** Responds for users until the end of the test. */
    async function respond(answer: (question: { ids: string[] }) => Promise<PublicUser[]>) {
      const revised = async (question: { ids: string[] }) =>
        (await answer(question)).map((user) => ({ ...user, rev: 1 }))
      const users = await service().bus.respond('users.find', revised)
      onTestFinished(() => users.stop())
      return users
    }

    test('is fetched if no copy has arrived, and then stored', async () => {
      const asha = newAsha()
      const asked: string[][] = []
      const users = await respond(async ({ ids }) => {
        asked.push(ids)
        return [asha]
      })
      const id = await added({}, asha.id)
      expect(await userOf(id)).toEqual(asha)
      await users.stop()
      expect(await userOf(id)).toEqual(asha)
      expect(asked).toEqual([[asha.id]])
    })

    test('has a stand-in while users is unavailable, and a name once it is back', async () => {
      const asha = newAsha()
      const id = await added({}, asha.id)
      expect(await userOf(id)).toEqual({ id: asha.id, username: 'Private owner', avatar: null })
      await respond(async () => [asha])
      expect(await userOf(id)).toEqual(asha)
    })

    test('does not delay the page while users hangs', async () => {
      const hanging = new AbortController()
      const until = new Promise<never[]>((resolve) => hanging.signal.addEventListener('abort', () => resolve([])))
      await respond(() => until)
      const id = await added({}, newId())
      expect((await userOf(id)).username).toBe('Private owner')
      hanging.abort()
    })

    test('unknown to users has the stand-in too', async () => {
      await respond(async () => [])
      expect((await userOf(await added({}, newId()))).username).toBe('Private owner')
    })

    test('changes on every listing with the profile, and never back', async () => {
      const asha = newAsha()
      const many = Array.from({ length: 450 }, () => newListing(facts(), { id: newId(), owner: asha, now: new Date() }))
      await service().posts.add(many)
      const ids = [many.at(0), many.at(225), many.at(-1)].map((listing) => listing?._id ?? '')
      const others = await added({}, { id: newId(), username: 'ravi', avatar: null })
      const changed = { ...asha, username: 'asha.k' }

      await service().bus.publish({ id: newId(), subject: 'user.changed', data: { ...changed, rev: 5 } })
      for (const id of ids) await expect.poll(() => userOf(id)).toEqual(changed)
      await service().bus.publish({ id: newId(), subject: 'user.changed', data: { ...asha, rev: 4 } })
      await service().bus.publish({ id: newId(), subject: 'user.changed', data: { ...changed, rev: 5 } })
      const old = { id: newId(), username: 'old', avatar: null }
      const marker = await added({}, old)
      const renamed = { ...old, username: 'new', rev: 1 }
      await service().bus.publish({ id: newId(), subject: 'user.changed', data: renamed })
      await expect.poll(async () => (await userOf(marker)).username).toBe('new')
      expect(await userOf(ids[0] ?? '')).toEqual(changed)
      expect((await userOf(others)).username).toBe('ravi')

      const last = { ...asha, username: 'asha.m' }
      await service().bus.publish({ id: newId(), subject: 'user.changed', data: { ...last, rev: 6 } })
      await expect.poll(() => userOf(ids[2] ?? '')).toEqual(last)
    })

    test('survives a concurrent change of the listing, as do fields of a later release', async () => {
      const asha = newAsha()
      const id = await added({}, asha)
      const { posts, store } = service()
      // As an earlier release stored it.
      const later = { $set: { owner: asha, ownerRev: 0, parking: 2 } }
      await store.collection('listings').updateOne({ _id: id }, later)
      const renamed = { ...asha, username: 'asha.k' }
      await posts.change(id, (current) => {
        // Between the load and the save: the embedded store writes at once, MongoDB in its order.
        void store.collection('listings').updateOne({ _id: id }, { $set: { owner: renamed, ownerRev: 3 } })
        return { ...current, price: 7 }
      })
      expect(await posts.find(id)).toMatchObject({ owner: renamed, ownerRev: 3, price: 7 })
      expect(await store.collection('listings').findOne({ _id: id })).toMatchObject({ parking: 2 })
    })

    test('fetched late does not undo a change that arrived meanwhile', async () => {
      const asha = newAsha()
      const id = await added({}, asha.id)
      await respond(async () => {
        await service().posts.renewOwner({ ...asha, username: 'asha.k' }, 2)
        return [asha]
      })
      await userOf(id)
      expect((await userOf(id)).username).toBe('asha.k')
    })
  })

  describe('GET /posts/cities', () => {
    const { service, added } = use()

    test('counts by city in any spelling, most listings first, and soon includes a new one', async () => {
      for (const city of ['Bombay', 'mumbai', 'MUMBAI', 'pune', 'Jaipur', 'Jaipur ']) await added({ city })
      await added({ city: 'Poona', type: 'rent' })
      await added({ city: 'Pune', type: 'rent' })
      const cities = async (query = '') => (await service().get(`/posts/cities${query}`)).json()
      await expect.poll(cities).toEqual([
        { city: 'Mumbai', count: 3 },
        { city: 'Pune', count: 3 },
        { city: 'Jaipur', count: 2 },
      ])
      expect(await cities('?type=rent')).toEqual([{ city: 'Pune', count: 2 }])
      await added({ city: 'Pune' })
      await expect.poll(async () => (await cities())[0]).toEqual({ city: 'Pune', count: 4 })
    })

    test('rejects an unknown type', async () => {
      const answer = await service().get('/posts/cities?type=lease')
      expect(answer.statusCode).toBe(400)
      expect(answer.json().message).toMatch(/^type is "lease"; it may be one of buy, rent/)
    })
  })

  describe('no filter', () => {
    const { service, added } = use()

    test.each([
      '',
      '?',
      '?undefined',
      '?undefined=',
      '?type=&city=&minPrice=0&maxPrice=0',
      '?property=any&q=1',
      '?%20=%20',
    ])('is /posts%s', async (query) => {
      const id = await added()
      const answer = await service().get(`/posts${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json<Post[]>().map((post) => post.id)).toContain(id)
    })
  })
}

import { randomBytes } from 'node:crypto'
import { Views } from '@aangan/contracts/posts'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { newListing } from '../listing.ts'
import { createViews } from '../views.ts'
import { facts } from './facts.ts'
import { usePosts } from './start.ts'

const DAY_MS = 86_400_000

function newId(): string {
  return randomBytes(12).toString('hex')
}

/** View counts, on the store at `storeUrl`. */
export function describeViews(storeUrl: () => Promise<string | undefined>): void {
  const service = usePosts(async () => ({ storeUrl: await storeUrl() }))
  const [owner, reader] = [newId(), newId()]

  async function added(): Promise<string> {
    const id = newId()
    await service().posts.add([newListing(facts(), { id, owner, now: new Date() })])
    return id
  }

  async function look(id: string, { as = null, from = '203.0.113.1' }: { as?: string | null; from?: string } = {}) {
    const headers = { 'x-forwarded-for': from }
    return await service().call({ method: 'POST', url: `/posts/${id}/views`, as, headers })
  }

  const record = (id: string, as: string | null = owner) =>
    service().call({ method: 'GET', url: `/posts/${id}/views`, as })
  const today = () => service().now().toISOString().slice(0, 10)

  describe('POST and GET /posts/{id}/views', () => {
    test('count views by day for the owner', async () => {
      const id = await added()
      expect((await record(id)).json()).toEqual({ total: 0, days: [] })
      for (const as of [null, reader]) {
        const answer = await look(id, { as })
        expect([answer.statusCode, answer.body]).toEqual([204, ''])
      }
      const first = today()
      service().pass(2 * DAY_MS)
      await look(id)
      const answer = await record(id)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(Value.Errors(Views, answer.json())).toEqual([])
      expect(answer.json()).toEqual({
        total: 3,
        days: [
          { day: first, count: 2 },
          { day: today(), count: 1 },
        ],
      })
    })

    test('omit days older than 30 days, but keep them in the total', async () => {
      const id = await added()
      await look(id)
      service().pass(29 * DAY_MS)
      await look(id)
      expect((await record(id)).json().days).toHaveLength(2)
      service().pass(DAY_MS)
      await look(id)
      expect((await record(id)).json()).toMatchObject({ total: 3, days: [{ count: 1 }, { count: 1 }] })
    })

    test('survive a single view by a clock that is far ahead', async () => {
      const id = await added()
      await look(id)
      const { days } = (await record(id)).json()
      service().pass(400 * DAY_MS)
      await look(id)
      service().pass(-400 * DAY_MS)
      expect((await record(id)).json()).toEqual({ total: 2, days })
    })

    test('take up a bounded place in the store', async () => {
      const id = await added()
      for (let day = 0; day < 70; day += 1) {
        await look(id)
        service().pass(DAY_MS)
      }
      const stored = { _id: { $gte: id, $lt: `${id}~~` } }
      expect(await service().store.collection('views').countDocuments(stored)).toBe(61)
      expect((await record(id)).json()).toMatchObject({ total: 70, days: { length: 29 } })
    })

    test('count every one of many concurrent views', async () => {
      const id = await added()
      const many = Array.from({ length: 30 }, (_, at) => look(id, { from: `198.51.100.${at}` }))
      expect(new Set((await Promise.all(many)).map(({ statusCode }) => statusCode))).toEqual(new Set([204]))
      expect((await record(id)).json()).toMatchObject({ total: 30, days: [{ count: 30 }] })
    })

    test('count 20 a day from one address or IPv6 network, and none of the owner', async () => {
      const [id, other] = [await added(), await added()]
      await look(id, { as: owner })
      for (let at = 0; at < 25; at += 1) await look(id)
      await look(other)
      expect((await record(id)).json().total).toBe(20)
      expect((await record(other)).json().total).toBe(1)
      await look(id, { from: '203.0.113.2' })
      for (let at = 0; at < 25; at += 1) await look(other, { from: `2001:db8:1:2::${at}` })
      expect((await record(other)).json().total).toBe(21)
      service().pass(DAY_MS)
      await look(id)
      expect((await record(id)).json().total).toBe(22)
    })

    test('are shown only to the owner', async () => {
      const id = await added()
      expect((await record(id, reader)).statusCode).toBe(403)
      expect((await record(id, null)).statusCode).toBe(401)
      expect((await record(newId())).statusCode).toBe(404)
      expect((await look(newId())).statusCode).toBe(404)
      expect((await look('about')).statusCode).toBe(404)
    })

    test('are neither counted nor shown to others while a listing is unpublished', async () => {
      const id = await added()
      await service().call({ method: 'PUT', url: `/posts/${id}`, body: { status: 'unpublished' }, as: owner })
      expect((await look(id)).statusCode).toBe(404)
      expect((await record(id, reader)).statusCode).toBe(404)
      expect((await look(id, { as: owner })).statusCode).toBe(204)
      expect((await record(id)).json().total).toBe(0)
    })

    test('are deleted with the listing', async () => {
      const [id, other] = [await added(), await added()]
      for (const one of [id, other]) await look(one)
      await service().call({ method: 'DELETE', url: `/posts/${id}`, as: owner })
      const views = createViews(service().store)
      await expect.poll(() => views.of(id, service().now())).toEqual({ total: 0, days: [] })
      expect(await views.totals([id, other])).toEqual(new Map([[other, 1]]))
    })
  })

  test('posts.of-owner returns the views of each listing', async () => {
    const whose = newId()
    const made = [newId(), newId()].map((id) => newListing(facts(), { id, owner: whose, now: new Date() }))
    await service().posts.add(made)
    await look(made[0]?._id ?? '')
    const as = service().signIn.identityAt('users', whose)
    const { posts: found } = await service().bus.request('posts.of-owner', { skip: 0 }, { as, timeoutMs: 20_000 })
    expect(new Map(found.map(({ id, views }) => [id, views]))).toEqual(
      new Map([
        [made[0]?._id, 1],
        [made[1]?._id, 0],
      ]),
    )
  })
}

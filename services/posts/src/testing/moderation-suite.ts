import { randomBytes } from 'node:crypto'
import { ErrorBody } from '@aangan/contracts/errors'
import { MAX_REPORT_TEXT, REPORT_REASONS } from '@aangan/contracts/post-constants'
import type { CityCount, Post } from '@aangan/contracts/posts'
import { pendingOf, type Tombstone } from '@aangan/service-kit/writes/document'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { listingIdOf, newListing } from '../listing.ts'
import { postRemoved } from '../post-events.ts'
import { createReports, MOST_OPEN, type ReportDoc } from '../reports.ts'
import { facts } from './facts.ts'
import { usePosts } from './start.ts'

const _PUNE = { cityKey: 'pune', localityKey: '' }

function newId(): string {
  return randomBytes(12).toString('hex')
}

/** Reports and removals, on the store at `storeUrl`. */
export function describeModeration(storeUrl: () => Promise<string | undefined>): void {
  const service = usePosts(async () => ({ storeUrl: await storeUrl() }))
  const [owner, reader] = [newId(), newId()]

  async function added(source: string = newId()): Promise<string> {
    const id = listingIdOf(source)
    await service().posts.add([newListing(facts(), { id, owner, now: new Date(), source })])
    return id
  }

  function report(id: string, body: unknown, as: string | null = null) {
    return service().call({ method: 'POST', url: `/posts/${id}/reports`, body, as })
  }

  /** Open reports of these listings, or of all. */
  async function open(...ids: string[]): Promise<ReportDoc[]> {
    const all = await createReports(service().store).list({ state: 'open', limit: 1_000 })
    return ids.length === 0 ? all : all.filter(({ postId }) => ids.includes(postId))
  }

  describe('POST /posts/{id}/reports', () => {
    test('stores time, reason and text, and nothing about a visitor', async () => {
      const id = await added()
      const before = new Date().toISOString()
      const answer = await report(id, { reason: 'fraud', text: '  Asks for money\r\nbefore a visit. ' })
      expect(answer.statusCode, answer.body).toBe(201)
      expect(answer.json()).toEqual({ message: expect.stringMatching(/thank you/i) })
      const [kept, ...others] = await open(id)
      expect(others).toEqual([])
      expect(kept).toEqual({
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        postId: id,
        reason: 'fraud',
        text: 'Asks for money\nbefore a visit.',
        reporterId: null,
        count: 1,
        firstAt: kept?.lastAt,
        lastAt: expect.any(String),
        state: 'open',
        handledAt: null,
      })
      expect((kept?.lastAt ?? '') >= before).toBe(true)
    })

    test.each(REPORT_REASONS)('accepts %s as a reason, without text', async (reason) => {
      const id = await added()
      expect((await report(id, { reason })).statusCode).toBe(201)
      expect(await open(id)).toMatchObject([{ reason, text: null }])
    })

    test('stores the signed-in reporter and their latest text', async () => {
      const id = await added()
      for (const text of ['It is sold', 'It is really sold']) await report(id, { reason: 'sold', text }, reader)
      expect(await open(id)).toMatchObject([{ reporterId: reader, count: 2, text: 'It is really sold' }])
      await report(id, { reason: 'sold', text: 'It is sold' }, newId())
      expect(await open(id)).toHaveLength(2)
    })

    test('counts repeated reports of visitors, ignoring case and spaces', async () => {
      const id = await added()
      for (const text of ['Sold already', 'sold  ALREADY', ' sold already\n'])
        await report(id, { reason: 'sold', text })
      expect(await open(id)).toMatchObject([{ count: 3 }])
    })

    test('does not grow without bound', async () => {
      const id = await added()
      const reports = createReports(service().store)
      for (let at = 0; at < MOST_OPEN; at += 1) {
        await reports.add({ postId: id, reason: 'other', text: `Text ${at}`, reporterId: null }, new Date())
      }
      for (let at = 0; at < 5; at += 1) await report(id, { reason: 'fraud', text: `More ${at}` }, newId())
      const kept = await open(id)
      expect(kept).toHaveLength(MOST_OPEN + 1)
      expect(kept[0]).toMatchObject({ reason: 'fraud', text: null, reporterId: null, count: 5 })
    })

    test('lists the latest first; handled reports disappear until they are repeated', async () => {
      const reports = createReports(service().store)
      const [first, second] = [await added(), await added()]
      await report(first, { reason: 'sold' })
      service().pass(1_000)
      await report(second, { reason: 'sold' })
      const [newest, oldest] = await open(first, second)
      expect([newest?.postId, oldest?.postId]).toEqual([second, first])

      expect(await reports.handle(newest?._id ?? '', new Date())).toBe(true)
      expect(await reports.handle(newest?._id ?? '', new Date())).toBe(false)
      expect(await open(first, second)).toMatchObject([{ postId: first }])
      expect((await reports.list({ state: 'handled', limit: 10 }))[0]).toMatchObject({ postId: second })
      await report(second, { reason: 'sold' })
      expect(await open(first, second)).toHaveLength(2)
    })

    test('of an unknown listing is 404', async () => {
      const before = await open()
      for (const id of [newId(), 'about', '__proto__', '0']) {
        const answer = await report(id, { reason: 'fraud' })
        expect(answer.statusCode).toBe(404)
        expect(answer.json()).toMatchObject({ code: 'NOT_FOUND', message: 'Post not found' })
      }
      expect(await open()).toEqual(before)
    })

    test('names the valid reasons for an invalid one', async () => {
      const answer = await report(await added(), { reason: 'ugly' })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().message).toMatch(/^reason in the body is "ugly"; expected one of sold, wrong-facts/)
    })

    test.each<[string, unknown]>([
      ['no body', undefined],
      ['no reason', { text: 'x' }],
      ['null', null],
      ['a list', ['fraud']],
      ['a list as the reason', { reason: ['fraud'] }],
      ['an operator as the reason', { reason: { $ne: 'x' } }],
      ['an operator as the text', { reason: 'fraud', text: { $gt: '' } }],
      ['too long a text', { reason: 'fraud', text: 'x'.repeat(MAX_REPORT_TEXT + 1) }],
      ['an escape sequence', { reason: 'fraud', text: '\u001b[2J' }],
      ['a NUL', { reason: 'fraud', text: 'a\0b' }],
      ['half a character', { reason: 'fraud', text: '\ud83c' }],
      ['a time of its own', { reason: 'fraud', lastAt: '2020-01-01' }],
      ['a reporter of its own', { reason: 'fraud', reporterId: owner }],
      ['a prototype', JSON.parse('{"reason":"fraud","__proto__":{"admin":true}}')],
    ])('%s is refused and nothing is kept', async (_name, body) => {
      const id = await added()
      const answer = await report(id, body)
      expect(answer.statusCode, answer.body).toBe(400)
      expect(Value.Errors(ErrorBody, answer.json())).toEqual([])
      expect(await open(id)).toEqual([])
    })

    test('an invalid token is 401', async () => {
      const id = await added()
      const url = `/posts/${id}/reports`
      const headers = { authorization: 'Bearer x.y.z', 'content-type': 'application/json' }
      const answer = await service().app.inject({ method: 'POST', url, headers, payload: '{"reason":"fraud"}' })
      expect(answer.statusCode).toBe(401)
      expect(await open(id)).toEqual([])
    })
  })

  describe('DELETE /posts/{id}', () => {
    function remove(id: string, as: string | null) {
      return service().call({ method: 'DELETE', url: `/posts/${id}`, as })
    }

    /** Which of these listings a search finds; earlier tests leave others. */
    async function found(...ids: string[]): Promise<string[]> {
      const all = (await service().get('/posts?limit=500')).json<Post[]>().map(({ id }) => id)
      return all.filter((id) => ids.includes(id))
    }

    test('takes the listing down, for its owner', async () => {
      const [id, other] = [await added(), await added()]
      const answer = await remove(id, owner)
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json()).toEqual({ message: 'Post deleted' })
      expect(await found(id, other)).toEqual([other])
    })

    test('leaves a tombstone with id, time and last rev once published', async () => {
      const id = await added()
      await remove(id, owner)
      const left = () => service().store.collection<Tombstone>('removals').findOne({ _id: id })
      await expect.poll(left).toEqual({ _id: id, removedAt: expect.any(String), rev: 2 })
    })

    test('closes its reports', async () => {
      const [id, other] = [await added(), await added()]
      await report(id, { reason: 'fraud' })
      await report(id, { reason: 'sold' }, reader)
      await report(other, { reason: 'sold' })
      await remove(id, owner)
      await expect.poll(() => open(id, other)).toMatchObject([{ postId: other }])
    })

    test('is 401 for a visitor, 403 for non-owners, 404 for an unknown listing, and then changes nothing', async () => {
      const id = await added()
      const visitor = await remove(id, null)
      expect(visitor.statusCode).toBe(401)
      expect(visitor.json().message).toBe('Not Authenticated!')
      expect((await remove(id, reader)).statusCode).toBe(403)
      for (const none of [newId(), 'about', '%24ne']) {
        const answer = await remove(none, owner)
        expect(answer.statusCode).toBe(404)
        expect(answer.json()).toMatchObject({ code: 'NOT_FOUND', message: 'Post not found' })
      }
      expect(await found(id)).toEqual([id])
    })

    test('makes every call for the listing a 404 with the code GONE', async () => {
      const id = await added()
      await remove(id, owner)
      const answers = [
        await service().get(`/posts/${id}`),
        await remove(id, owner),
        await report(id, { reason: 'sold' }),
      ]
      for (const answer of answers) {
        expect(answer.statusCode).toBe(404)
        expect(answer.json()).toMatchObject({ code: 'GONE', message: 'Post not found' })
        expect(Value.Errors(ErrorBody, answer.json())).toEqual([])
      }
    })

    test('is permanent: importing the same row does not bring it back', async () => {
      const id = await added('row 1')
      await remove(id, owner)
      await added('row 1')
      await added('row 2')
      expect(await found(id, listingIdOf('row 2'))).toEqual([listingIdOf('row 2')])
    })

    test('twice concurrently is one removal', async () => {
      const id = await added()
      const codes = (await Promise.all([remove(id, owner), remove(id, owner)])).map(({ statusCode }) => statusCode)
      expect(codes.toSorted()[0]).toBe(200)
      expect(codes.every((code) => code === 200 || code === 404)).toBe(true)
      expect(await found(id)).toEqual([])
    })

    test('updates the counts of places', async () => {
      const counted = async () => {
        const cities = (await service().get('/posts/cities?type=buy')).json<CityCount[]>()
        return cities.find(({ city }) => city === 'Pune')?.count ?? 0
      }
      const before = await counted()
      const [id] = [await added(), await added()]
      await expect.poll(counted).toBe(before + 2)
      await remove(id, owner)
      await expect.poll(counted).toBe(before + 1)
    })

    test('interrupted by a crash is completed by another process', async () => {
      const id = await added()
      const removals = service().store.collection<Tombstone>('removals')
      const outbox = pendingOf(id, 2, [postRemoved({ _id: id, userId: owner })])
      await removals.insertOne({ _id: id, rev: 2, removedAt: new Date().toISOString(), outbox, outboxDue: 0 })
      await expect.poll(() => found(id)).toEqual([])
      await expect.poll(() => removals.countDocuments({ outboxDue: 0 })).toBe(0)
    })
  })
}

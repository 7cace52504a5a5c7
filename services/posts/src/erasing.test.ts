import type { DataPage } from '@aangan/contracts/own-data'
import { createRemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newListing } from './listing.ts'
import { createReports } from './reports.ts'
import { facts } from './testing/facts.ts'
import { type Started, startPosts } from './testing/start.ts'

const [ASHA, RAVI] = ['a'.repeat(24), 'b'.repeat(24)]
const idOf = (at: number) => at.toString(16).padStart(24, '0')
const OWN = Array.from({ length: 230 }, (_, at) => idOf(at + 1))
const OTHER = 'f'.repeat(24)

let service: Started
beforeEach(async () => {
  service = await startPosts({})
  const add = (ids: string[], owner: string) =>
    service.posts.add(ids.map((id) => newListing(facts({ city: 'Pune' }), { id, owner, now: service.now() })))
  await add(OWN, ASHA)
  await add([OTHER], RAVI)
})
afterEach(() => service.close())

const NEW = {
  postData: { title: 'One more', price: 1, address: 'Baner Road', city: 'Pune', bedroom: 1, bathroom: 1, type: 'buy' },
  postDetail: {},
}
Object.assign(NEW.postData, { property: 'house', latitude: '18.5', longitude: '73.8', images: [] })

const publishRemoved = (id: string) =>
  service.bus.publish({ id: `removed:${id}`, subject: 'account.removed', data: { id, rev: 2 } })
const total = async () => (await service.get('/posts?city=Pune')).headers['x-total-count']

test('all listings of a removed person go, in several pieces, and their pages are gone', async () => {
  const removed: string[] = []
  const handle = async ({ data }: { data: { id: string } }) => void removed.push(data.id)
  const following = await service.bus.follow({ subjects: ['post.removed'], from: 'now', handle })
  await publishRemoved(ASHA)
  await expect.poll(total).toBe('1')
  const { statusCode, body } = await service.get(`/posts/${OWN[0]}`)
  expect([statusCode, JSON.parse(body).code]).toEqual([404, 'GONE'])
  await expect.poll(() => removed.toSorted()).toEqual(OWN)
  await following.stop()
})

test('nobody publishes in the name of a removed person, not even while they are being removed', async () => {
  const removed = createRemovedAccounts(service.store)
  const listings = service.store.collection<{ _id: string; userId: string }>('listings')
  const publish = (as: string) => service.call({ method: 'POST', url: '/posts', body: NEW, as })
  await service.bus.respond('users.find', async ({ ids: [id = ''] }) => [
    { id, username: 'leaver', avatar: null, rev: 1 },
  ])
  for (let round = 0; round < 30; round += 1) {
    const leaver = idOf(0xabc000 + round)
    const publishing = publish(leaver)
    // The rounds meet every moment of a publication.
    for (let turn = 0; turn < round; turn += 1) await removed.has(leaver)
    await removed.add(leaver, service.now())
    // As the event does, with what is there by then.
    await service.posts.removeOf(leaver, 10, service.now())
    expect([201, 401]).toContain((await publishing).statusCode)
    expect(await listings.countDocuments({ userId: leaver })).toBe(0)
    expect((await publish(leaver)).statusCode).toBe(401)
  }
})

test('reports by a removed person become anonymous; those about their listings go', async () => {
  const reports = createReports(service.store)
  const by = (reporterId: string, postId: string) =>
    reports.add({ postId, reason: 'fraud', text: 'a phone number', reporterId }, service.now())
  await by(ASHA, OTHER)
  await by(RAVI, OWN[0] ?? '')
  await publishRemoved(ASHA)
  const left = async () => await service.store.collection('reports').find({}).toArray()
  await expect
    .poll(left)
    .toEqual([expect.objectContaining({ postId: OTHER, reason: 'fraud', state: 'open', reporterId: null, text: null })])
})

test('nobody can compute the id of a removed person’s report', async () => {
  const reports = createReports(service.store)
  const ids = new Set<string>()
  for (let round = 0; round < 2; round += 1) {
    await reports.add({ postId: OTHER, reason: 'fraud', text: 'words', reporterId: ASHA }, service.now())
    await reports.forgetReporter(ASHA, 10)
    for (const { _id } of await service.store.collection('reports').find({}).toArray()) ids.add(_id)
  }
  expect(ids.size).toBe(2)
})

test('a person’s data has the title of each listing that they reported, while it can be seen', async () => {
  const report = { postId: OTHER, reason: 'fraud', text: 'words', reporterId: ASHA } as const
  await createReports(service.store).add(report, service.now())
  const reported = async () =>
    (await service.call({ method: 'GET', url: '/posts/data', as: ASHA })).json().lists.listingReports
  expect(await reported()).toMatchObject([{ postId: OTHER, text: 'words', title: facts().title }])
  await service.posts.removeOf(RAVI, 1, service.now())
  expect(await reported()).toMatchObject([{ postId: OTHER, title: null }])
})

test('a person’s data has all their listings with details, over several pages', async () => {
  const found: { id: string; postDetail: { desc: string } }[] = []
  let pages = 0
  for (let next: string | null = ''; next !== null; pages += 1) {
    const url = `/posts/data${next && `?after=${next}`}`
    const page: DataPage = (await service.call({ method: 'GET', url, as: ASHA })).json()
    found.push(...((page.lists.listings ?? []) as typeof found))
    next = page.next
  }
  expect([pages, found.map(({ id }) => id).toSorted()]).toEqual([3, OWN])
  expect(found[0]?.postDetail.desc).toBe(facts().desc)
})

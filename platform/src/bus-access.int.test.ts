import { BUS_ACCESS, type BusAccess } from '@aangan/contracts/bus-access'
import { connectTo } from '@aangan/realtime/testing/client'
import type { Bus } from '@aangan/service-kit/bus/bus'
import { natsNames } from '@aangan/service-kit/bus/nats-stream'
import { openBus } from '@aangan/service-kit/bus/open'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { findGuardedNats } from '@aangan/service-kit/testing/guarded-nats'
import { needs } from '@aangan/service-kit/testing/needs'
import { afterAll, expect, it } from 'vitest'
import type { BusOf } from './start.ts'
import { NEW_LISTING } from './testing/new-listing.ts'
import { newListing } from './testing/route-subjects.ts'
import { readRoutes } from './testing/routes.ts'
import { PASSWORD, type SiteHere, startSiteHere } from './testing/site-here.ts'

const found = await findGuardedNats()
const server = needs('a nats-server of its own', found)
const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  if ('value' in found) await found.value.stop()
})

/** Asked after a minute, after a loss, before a picture is deleted, and by imports: other tests do these. */
const RARE = ['sessions.find-ended', 'chats.messages', 'posts.using-pictures', 'users.using-pictures', 'post.added']

const metrics = createMetrics()

async function start(): Promise<SiteHere> {
  const { urlOf } = server()
  const buses = new Map<string, Promise<Bus>>()
  const busOf: BusOf = (name) => {
    const bus = buses.get(name) ?? openBus(urlOf(name), { name, log: createLog({ level: 'silent' }), metrics })
    buses.set(name, bus)
    return bus
  }
  closing.push(() => Promise.all([...buses.values()].map(async (bus) => (await bus).close())))
  const env = { BUS_URL: urlOf('operator'), RATE_LIMIT: '100000', REPORT_LIMIT: '1000', AWAY_MS: '1000' }
  const sweeps = { AWAY_SWEEP_MS: '1000', ALERT_SWEEP_MS: '1000' }
  const site = await startSiteHere({ ...env, ...sweeps }, busOf)
  closing.push(() => site.close())
  return site
}

/** Every route as the owner, and what no route asks by itself. */
async function useAll(site: SiteHere): Promise<void> {
  const owner = await site.enter('owner')
  const { cookie } = owner
  let visits = 0
  for (const [name, row] of Object.entries(await readRoutes())) {
    const [method = '', pattern = ''] = name.split(' ')
    const made = await row.make?.({ site, owner })
    visits += 1
    const visitor = row.endsSession ? await site.enter(`visitor.${visits}`) : owner
    const headers = { ...made?.request?.headers, cookie: visitor.cookie }
    const path = (made?.path ?? pattern) + (row.query ?? '')
    const { status, body } = await site.send({ method, ...made?.request, path, headers })
    expect(status, `${name}: ${body}`).toBe(row.answers[2])
  }
  const call = (method: string, path: string, json?: unknown) => site.send({ method, path, headers: { cookie }, json })
  const leaver = await site.enter('leaver')
  const chat = await call('POST', '/chats', { receiverId: leaver.id })
  expect(chat.status, chat.body).toBe(201)
  const headers = { cookie: leaver.cookie }
  const json = { currentPassword: PASSWORD }
  const { status } = await site.send({ method: 'DELETE', path: `/users/${leaver.id}`, headers, json })
  expect(status).toBe(200)
  const postId = await newListing({ site, owner })
  await call('POST', '/users/save', { postId })
  await call('GET', '/users/profilePosts')
  const agent = { title: 'A', experienceYears: 1, location: 'Pune', specialization: 'Homes', phone: '+91 98200 12345' }
  const changed = await call('PUT', `/users/${owner.id}`, { username: 'owner.too', agent })
  expect(changed.status, changed.body).toBe(200)
  await call('GET', '/users?agents=true')
  const { postData } = NEW_LISTING
  await call('POST', '/posts', {
    ...NEW_LISTING,
    postData: { ...postData, images: [`/media/posts/${postId}/320.webp`] },
  })
}

/** A message arrives at a socket, which watches its chat. */
async function talk(site: SiteHere): Promise<void> {
  const [asha, ravi] = [await site.enter('asha'), await site.enter('ravi')]
  const url = `http://127.0.0.1:${site.port}`
  const { socket, of } = await connectTo(url, { extraHeaders: { cookie: ravi.cookie } })
  closing.push(async () => socket.close())
  const post = (path: string, json: unknown) =>
    site.send({ method: 'POST', path, headers: { cookie: asha.cookie }, json })
  const { id } = JSON.parse((await post('/chats', { receiverId: ravi.id })).body)
  const headers = { cookie: ravi.cookie }
  for (const isBlocked of [true, false])
    await site.send({ method: 'PUT', path: `/chats/block/${id}`, headers, json: { isBlocked } })
  await post(`/messages/${id}`, { text: 'Is it still free?' })
  await expect.poll(() => of('getMessage')).toHaveLength(1)
  expect(await socket.emitWithAck('watch', { chatIds: [id] })).toEqual({ online: [] })
}

/** A new listing matches a saved search. */
async function alert(site: SiteHere): Promise<void> {
  const [reader, owner] = [await site.enter('reader'), await site.enter('seller')]
  const json = { search: '', alert: 'now' }
  await site.send({ method: 'POST', path: '/users/searches', headers: { cookie: reader.cookie }, json })
  await newListing({ site, owner })
}

it('each part does all its work with the permissions it has on NATS, and has none that it does not use', async () => {
  const seen = await server().watch()
  const site = await start()
  await useAll(site)
  await talk(site)
  await alert(site)
  const names = natsNames('aangan')
  const table: BusAccess[] = Object.values(BUS_ACCESS)
  const subjects = table.flatMap(({ publishes = [], broadcasts = [], asks = [] }) => [
    ...publishes.filter((subject) => !RARE.includes(subject)).map(names.event),
    ...broadcasts.map(names.broadcast),
    ...asks.filter((subject) => !RARE.includes(subject)).map(names.question),
  ])
  await expect.poll(() => subjects.filter((subject) => !seen.has(subject))).toEqual([])
  await metrics.registry.metrics()
  expect(await server().log()).not.toMatch(/violation/i)
})

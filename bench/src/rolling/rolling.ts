import type { ScaledSite } from '@aangan/platform/chat-faults/site'
import { io, type Socket } from 'socket.io-client'
import { UNLIMITED_MESSAGES } from '../chat/unlimited.ts'
import { withScaledSite } from '../chat/with-scaled-site.ts'
import type { Row } from '../table.ts'
import { openBalancer } from './balancer.ts'
import { type Call, startLoad } from './load.ts'

const PASSWORD = 'correct horse battery'
const SOCKETS = 100
const DRAIN_MS = 5_000
const SERVICES = { auth: 2, users: 2, chats: 2, realtime: 2, posts: 2, media: 2, registry: 2, gateway: 2 }

/**
 * Every process of a site with two of each part is stopped with SIGTERM and started again, one after another, under
 * load through a balancer. Needs the same servers as `npm run test:int`.
 */
export function benchRolling(): Promise<Row[]> {
  return withScaledSite({ ...SERVICES, env: { DRAIN_MS: String(DRAIN_MS), ...UNLIMITED_MESSAGES } }, async (site) => {
    const gateways = Object.keys(site.parts).filter((name) => name.startsWith('gateway'))
    const balancer = await openBalancer(gateways.map((name) => site.parts[name]?.url ?? ''))
    const url = `http://127.0.0.1:${balancer.port}`
    const { cookie, chatId } = await enter(url)
    const { sockets, lost } = await openSockets(url, cookie)
    const load = startLoad(balancer.port, callsOf(cookie, chatId))
    const spread = await replaceAll(site, { balancer, sockets, lost })
    const { sent, failedAtFirst, failedTwice } = await load.stop()
    for (const socket of sockets) socket.close()
    balancer.close()
    for (const [what, count] of failedAtFirst) console.log(`failed at first: ${count} × ${what}`)
    for (const [what, count] of failedTwice) console.log(`failed again: ${count} × ${what}`)
    const count = (figure: string, failed: Map<string, number>, limit?: number): Row => {
      const sum = [...failed.values()].reduce((one, other) => one + other, 0)
      return { figure, ours: `${sum}`, other: `of ${sent}`, ratio: sum / sent, ...(limit !== undefined && { limit }) }
    }
    return [
      count('requests that failed at first', failedAtFirst),
      count('requests that failed, also when repeated once', failedTwice, 0),
      ...spread,
    ]
  })
}

async function enter(url: string): Promise<{ cookie: string; chatId: string }> {
  const post = (path: string, json: object, headers = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(json),
    })
  const ids: string[] = []
  let cookie = ''
  for (const username of ['asha.rolls', 'ravi.rolls']) {
    await post('/auth/register', { username, email: `${username}@example.com`, password: PASSWORD })
    const answer = await post('/auth/login', { username, password: PASSWORD })
    const user = (await answer.json()) as { id: string }
    ids.push(user.id)
    cookie = (answer.headers.get('set-cookie') ?? '').match(/token=[\w-]+/)?.[0] ?? ''
  }
  const chat = (await (await post('/chats', { receiverId: ids[0] }, { cookie })).json()) as { id: string }
  return { cookie, chatId: chat.id }
}

function callsOf(cookie: string, chatId: string): Call[] {
  let sent = 0
  return [
    { name: 'posts', path: '/posts?limit=5' },
    { name: 'users', path: '/users/session', headers: { cookie } },
    { name: 'auth', path: '/auth/sessions', headers: { cookie } },
    { name: 'chats', path: `/messages/${chatId}?after=999999`, headers: { cookie } },
    { name: 'chats, a write', path: `/messages/${chatId}`, headers: { cookie }, json: () => ({ text: `${sent++}` }) },
    { name: 'users, a write', path: '/users/save', headers: { cookie }, json: () => ({ postId: '0'.repeat(24) }) },
    { name: 'media', path: '/media/posts/0/1.webp' },
    { name: 'registry', path: '/robots.txt' },
  ]
}

/** When sockets were lost, in ms since the epoch. */
async function openSockets(url: string, cookie: string): Promise<{ sockets: Socket[]; lost: number[] }> {
  const lost: number[] = []
  const sockets = Array.from({ length: SOCKETS }, (_, at) => {
    const transports = at % 4 === 0 ? ['polling'] : ['websocket']
    return io(url, {
      forceNew: true,
      transports,
      reconnectionDelay: 500,
      reconnectionDelayMax: 1_000,
      extraHeaders: { cookie },
    })
  })
  await until(() => sockets.every(({ connected }) => connected))
  for (const socket of sockets) socket.on('disconnect', () => lost.push(Date.now()))
  return { sockets, lost }
}

interface Watched {
  balancer: Awaited<ReturnType<typeof openBalancer>>
  sockets: Socket[]
  lost: number[]
}

/** Returns how the sockets left each gateway: the most in a tenth of the drain. */
async function replaceAll({ parts }: ScaledSite, { balancer, sockets, lost }: Watched): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, part] of Object.entries(parts).filter(([one]) => /^(gateway|.*-\d)/.test(one))) {
    const before = lost.length
    const began = performance.now()
    await part.end('SIGTERM')
    const stopMs = Math.round(performance.now() - began)
    await part.start()
    if (name.startsWith('gateway')) await until(() => balancer.isReady(part.url))
    await until(() => sockets.every(({ connected }) => connected))
    const left = lost.slice(before)
    console.log(`${name} stopped in ${stopMs} ms, ${left.length} sockets left`)
    if (!name.startsWith('gateway') || left.length === 0) continue
    const most = Math.max(...left.map((at) => left.filter((one) => one >= at && one < at + DRAIN_MS / 10).length))
    rows.push({
      figure: `${name}: most sockets that left in 0.5 of 5 s`,
      ours: `${most}`,
      other: `of ${left.length}`,
      ratio: most / left.length,
    })
  }
  return rows
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error('A socket, or a gateway, did not come back within a minute.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

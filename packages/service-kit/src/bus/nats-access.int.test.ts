import { setImmediate as nextTurn } from 'node:timers/promises'
import { BUS_ACCESS, type BusAccess, type BusUser } from '@aangan/contracts/bus-access'
import { connect, ErrorCode, type NatsConnection } from 'nats'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '../errors.ts'
import { createLog } from '../log.ts'
import { findGuardedNats } from '../testing/guarded-nats.ts'
import { needs } from '../testing/needs.ts'
import { OPERATOR } from './nats-access.ts'
import { consumerName } from './nats-consumer.ts'
import { inboxOf } from './nats-link.ts'
import { natsNames } from './nats-stream.ts'
import { tailNames } from './nats-tail-names.ts'
import { openBus, openParked } from './open.ts'
import { listed } from './suite/backend.ts'

const found = await findGuardedNats()
const server = needs('a nats-server of its own', found)
const connections: NatsConnection[] = []
afterAll(async () => {
  for (const connection of connections) await connection.close()
  if ('value' in found) await found.value.stop()
})

const table: Readonly<Record<string, BusAccess>> = BUS_ACCESS
const users = Object.keys(BUS_ACCESS) as BusUser[]
const names = natsNames('aangan')
const every = (kind: 'publishes' | 'broadcasts' | 'asks') => [
  ...new Set(Object.values(table).flatMap((access): readonly string[] => access[kind] ?? [])),
]
const consumersOf = (user: string) => [
  ...Object.entries(table[user]?.subscribes ?? {}).map(([durable, subjects]) => consumerName({ durable, subjects })),
  ...(table[user]?.follows ? tailNames(user).slice(0, 2) : []),
]

async function open(user: string): Promise<NatsConnection> {
  const { host, username, password } = new URL(server().urlOf(user))
  const connection = await connect({ servers: host, user: username, pass: password, inboxPrefix: inboxOf(user) })
  connections.push(connection)
  return connection
}

interface Attempt {
  subject: string
  isAllowed: boolean
}

const STREAM = names.stream

/** Everything that one could publish to do harm or to do one's work, and whether the table lets `user`. */
function publishing(user: BusUser): Attempt[] {
  const { publishes = [], subscribes = {}, follows, broadcasts = [], asks = [], answers = [] } = table[user] ?? {}
  const usesStream = publishes.length > 0 || Object.keys(subscribes).length > 0 || follows !== undefined
  const isAskedBy = (other: BusUser) => (table[other]?.asks ?? []).some((subject) => answers.includes(subject))
  const said = [
    ...every('publishes').map((subject) => [names.event(subject), publishes.some((one) => one === subject)] as const),
    ...every('broadcasts').map((one) => [names.broadcast(one), broadcasts.some((own) => own === one)] as const),
    ...every('asks').map((one) => [names.question(one), asks.some((own) => own === one)] as const),
    ...users.map((other) => [`${inboxOf(other)}.guess`, isAskedBy(other)] as const),
    ...['INFO', 'CREATE'].map((action) => [`$JS.API.STREAM.${action}.${STREAM}`, usesStream] as const),
    ...['UPDATE', 'DELETE', 'PURGE', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT', 'RESTORE', 'LEADER.STEPDOWN'].map(
      (action) => [`$JS.API.STREAM.${action}.${STREAM}`, false] as const,
    ),
    ...['$JS.API.STREAM.CREATE.mine', '$JS.API.STREAM.LIST', `$JS.API.DIRECT.GET.${STREAM}`].map(never),
    ...users.flatMap((owner) => consumersOf(owner).flatMap((name) => touching(name, owner === user))),
    ...users.flatMap((owner) =>
      Object.entries(table[owner]?.subscribes ?? {}).flatMap(([durable, subjects]) => [
        [names.parkedEvent(durable, 'x'), owner === user] as const,
        [names.outagesOf(consumerName({ durable, subjects }), 1), owner === user] as const,
      ]),
    ),
    ...['MSG.GET', 'MSG.DELETE', 'PURGE', 'UPDATE', 'DELETE'].flatMap((action) => [
      never(`$JS.API.STREAM.${action}.${names.parked}`),
      [
        `$JS.API.STREAM.${action}.${names.outages}`,
        action === 'MSG.GET' && Object.keys(subscribes).length > 0,
      ] as const,
    ]),
    // Without a name the consumer may read any event.
    never(`$JS.API.CONSUMER.CREATE.${STREAM}`),
  ]
  return said.map(([subject, isAllowed]) => ({ subject, isAllowed }))
}

const never = (subject: string) => [subject, false] as const

function touching(name: string, isOwn: boolean): (readonly [string, boolean])[] {
  const isTail = name.includes('-tail-')
  const at = (action: string) => `$JS.API.CONSUMER.${action}.${STREAM}.${name}`
  return [
    [at('INFO'), isOwn],
    [at('MSG.NEXT'), isOwn],
    [at('DELETE'), isOwn && isTail],
    [`$JS.ACK.${STREAM}.${name}.1.1.1.1.0`, isOwn && !isTail],
    [at('CREATE'), false],
    [at('DURABLE.CREATE'), false],
    [`${at('CREATE')}.${names.event('>')}`, false],
  ]
}

/** The subjects to which the server does not let it publish. No JetStream API accepts the payload. */
async function refused(connection: NatsConnection, subjects: string[]): Promise<Set<string>> {
  const found = new Set<string>()
  void (async () => {
    for await (const { permissionContext } of connection.status()) {
      if (permissionContext?.operation === 'publish') found.add(permissionContext.subject)
    }
  })()
  for (const subject of subjects) connection.publish(subject, 'not JSON')
  // The server reports all refusals before it answers; then the loop above takes them.
  await connection.flush()
  await nextTurn()
  return found
}

async function isSubscribeRefused(connection: NatsConnection, subject: string): Promise<boolean> {
  let isRefused = false
  connection.subscribe(subject, {
    callback: (error) => {
      isRefused ||= error?.code === ErrorCode.PermissionsViolation
    },
  })
  await connection.flush()
  return isRefused
}

describe.each(users)('on NATS, %s', (user) => {
  test('may publish, ask and read what the table says, and nothing else', async () => {
    const connection = await open(user)
    const attempts = publishing(user)
    const subjects = attempts.map(({ subject }) => subject)
    const isRefused = await refused(connection, subjects)
    expect(attempts.filter(({ subject, isAllowed }) => isAllowed === isRefused.has(subject))).toEqual([])
  })

  test('may hear what the table says, and nothing else', async () => {
    const connection = await open(user)
    const { hears = [], answers = [] } = table[user] ?? {}
    const allowed = [...hears.map(names.broadcast), ...answers.map(names.question), `${inboxOf(user)}.>`]
    const subjects = [
      ...['>', '*.>', '_INBOX.>', '$JS.>', '$JS.EVENT.>', names.event('>'), names.broadcast('>'), names.question('>')],
      ...every('publishes').map(names.event),
      ...every('broadcasts').map(names.broadcast),
      ...every('asks').map(names.question),
      ...users.map((other) => `${inboxOf(other)}.>`),
    ]
    for (const subject of subjects) {
      expect([subject, await isSubscribeRefused(connection, subject)]).toEqual([subject, !allowed.includes(subject)])
    }
  })
})

describe('on NATS', () => {
  test('a part without a password, or with that of another, gets no connection', async () => {
    const { host, password } = new URL(server().urlOf('media'))
    for (const credentials of [{}, { user: 'auth', pass: password }, { user: 'auth', pass: '' }]) {
      await expect(connect({ servers: host, reconnect: false, ...credentials })).rejects.toThrow(/Authorization/)
    }
  })

  test('a consumer reads no other events than its name says', async () => {
    const connection = await open('media')
    const [name = ''] = tailNames('media')
    const config = { name, ack_policy: 'none', filter_subject: names.event('message.sent') }
    const create = `$JS.API.CONSUMER.CREATE.${STREAM}.${name}`
    const ask = JSON.stringify({ stream_name: STREAM, config })
    const replies = await Promise.allSettled([
      connection.request(`${create}.${names.event('post.>')}`, ask),
      connection.request(`${create}.${names.event('message.sent')}`, ask),
    ])
    const [other, own] = replies.map((one) => (one.status === 'fulfilled' ? one.value.string() : String(one.reason)))
    expect(other).toMatch(/did not match filtered subject/)
    expect(own).toMatch(/Permissions Violation/)
  })

  test('creating the stream does nothing once it is there', async () => {
    const auth = await openBus(server().urlOf('auth'), { name: 'auth', log: createLog({ level: 'silent' }) })
    onTestFinished(() => auth.close())
    const account = {
      id: 'a',
      username: 'asha',
      email: null,
      mailTo: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      rev: 1,
    }
    await auth.publish({ id: 'a:1', subject: 'account.changed', data: account })
    const config = { name: STREAM, subjects: [names.event('>')], max_msgs: 1, republish: { src: '>', dest: 'mine.>' } }
    const media = await open('media')
    const reply = await media.request(`$JS.API.STREAM.CREATE.${STREAM}`, JSON.stringify(config))
    expect(reply.string()).toMatch(/stream name already in use/)
  })

  test('copies of events that a consumer sends elsewhere are neither events nor broadcasts', async () => {
    const log = createLog({ level: 'silent' })
    const posts = await openBus(server().urlOf('posts'), { name: 'posts', log })
    const gateway = await openBus(server().urlOf('gateway'), { name: 'gateway', log })
    onTestFinished(async () => {
      await Promise.all([posts.close(), gateway.close()])
    })
    const heard: unknown[] = []
    await gateway.listen({ subjects: ['session.ended'], handle: async ({ data }) => void heard.push(data.ids[0]) })
    const forged = { id: 'forged', ids: ['forged'], userId: 'x', rev: 1 }
    await posts.publish({ id: 'forged', subject: 'post.removed', data: forged })
    const connection = await open('posts')
    const [, name = ''] = tailNames('posts')
    const filter = names.event('post.>')
    const toBroadcast = { filter_subject: filter, name, ack_policy: 'none', deliver_policy: 'all' }
    const create = async (target: string) => {
      const config = { ...toBroadcast, deliver_subject: target }
      const ask = JSON.stringify({ stream_name: STREAM, config })
      return (await connection.request(`$JS.API.CONSUMER.CREATE.${STREAM}.${name}.${filter}`, ask)).string()
    }
    expect(await create(names.event('account.changed'))).toMatch(/cycle/)
    const watched = await open('realtime')
    const copied = new Promise((resolve) => watched.subscribe(names.broadcast('session.ended'), { callback: resolve }))
    await watched.flush()
    expect(await create(names.broadcast('session.ended'))).not.toMatch(/error/)
    await copied
    const auth = await openBus(server().urlOf('auth'), { name: 'auth', log })
    onTestFinished(() => auth.close())
    await auth.broadcast('session.ended', { ids: ['real'] })
    await expect.poll(() => heard.at(-1)).toBe('real')
    expect(heard).toEqual(['real'])
  })

  test('a part waits out an outage and parks what it cannot handle, with its own permissions', async () => {
    const log = createLog({ level: 'silent' })
    const users = await openBus(server().urlOf('users'), { name: 'users', log })
    const media = await openBus(server().urlOf('media'), { name: 'media', log, tuning: { firstDelayMs: 1 } })
    const operator = await openParked(server().urlOf(OPERATOR), { log })
    onTestFinished(async () => {
      await Promise.all([users.close(), media.close(), operator.close()])
    })
    let attempts = 0
    const subjects = ['user.changed'] as const
    await media.subscribe({
      ...{ durable: 'media-avatars', subjects, maxAttempts: 1 },
      async handle() {
        attempts += 1
        throw attempts < 3 ? new AppError('UNAVAILABLE', 'away') : new Error('a bug')
      },
    })
    const data = { id: 'x', username: 'asha', avatar: null, rev: 1 }
    await users.publish({ id: 'asha', subject: 'user.changed', data })
    const parked = async () => (await listed(operator)).filter(({ id }) => id === 'asha')
    await expect.poll(parked).toMatchObject([{ durable: 'media-avatars', attempts: 1 }])
    expect(attempts).toBe(3)
  })

  test('whoever asks gets the reply in the own inbox only', async () => {
    const log = createLog({ level: 'silent' })
    const media = await openBus(server().urlOf('media'), { name: 'media', log })
    const gateway = await openBus(server().urlOf('gateway'), { name: 'gateway', log })
    onTestFinished(async () => {
      await Promise.all([media.close(), gateway.close()])
    })
    const heard: unknown[] = []
    await gateway.listen({ subjects: ['session.ended'], handle: async ({ data }) => void heard.push(data) })
    const asked = new Promise<void>((resolve) => {
      void media.respond('media.missing', async () => {
        resolve()
        return []
      })
    })
    await media.ping()
    const connection = await open('posts')
    connection.publish(names.question('media.missing'), '{"urls":[]}', { reply: names.broadcast('session.ended') })
    await asked
    await media.ping()
    await gateway.ping()
    expect(heard).toEqual([])
  })
})

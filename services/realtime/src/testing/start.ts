import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Broadcasts, Events } from '@aangan/contracts/events'
import { openBus } from '@aangan/service-kit/bus/open'
import { readConfig } from '@aangan/service-kit/config'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { createSignIn } from '@aangan/service-kit/testing/sign-in'
import { buildRealtime } from '../app.ts'
import { RealtimeConfig } from '../config.ts'
import { type Client, connectTo, type Options } from './client.ts'

export function newId(): string {
  return randomBytes(12).toString('hex')
}

export type Started = Awaited<ReturnType<typeof startRealtime>>

interface Starting {
  env?: Record<string, string>
  nodes?: number
  elapsedMs?: () => number
}

/** Nodes on one bus in a temporary folder, and clients with the tokens a gateway sends. */
export async function startRealtime({ env = {}, nodes = 1, elapsedMs = () => performance.now() }: Starting = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'realtime-'))
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } })
  const bus = await openBus(`sqlite:${folder}`, { name: 'realtime', log })
  const keys = createKeyPair()
  const signIn = createSignIn(keys, 'realtime')
  const config = readConfig(RealtimeConfig, { DRAIN_MS: '0', ...env })
  const metrics = createMetrics()
  const build = async (_: unknown, node: number) => {
    const own = node === 0 ? metrics : createMetrics()
    const app = await buildRealtime({ config, bus, log, metrics: own, identity: keys, elapsedMs })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return app
  }
  const apps = await Promise.all(Array.from({ length: nodes }, build))
  const clients: Client[] = []
  const urlOf = (node = 0) => apps[node]?.listeningOrigin ?? ''
  const open = async (
    url: string,
    userId: string | undefined,
    { session = '0'.repeat(64), ...options }: Connecting,
  ) => {
    const extraHeaders = { ...headersOf(userId, session), ...options.extraHeaders }
    const client = await connectTo(url, { ...options, extraHeaders })
    clients.push(client)
    return client
  }
  const headersOf = (userId: string | undefined, session: string) => ({
    ...(userId !== undefined && signIn.headersOf(userId, session)),
  })
  let published = 0

  return {
    bus,
    apps,
    urlOf,
    headersOf,
    logged: () => lines.join(''),
    /** Metrics of the first node. */
    measured: () => metrics.registry.metrics(),
    /** Connects a user, or a visitor. */
    connect: (userId?: string, { node = 0, ...options }: Connecting & { node?: number } = {}) =>
      open(urlOf(node), userId, options),
    /** To a node that runs elsewhere, with the keys of these. */
    connectTo: (url: string, userId: string) => open(url, userId, {}),
    publicKeys: keys.publicKeys,
    /** Publishes a stored message. */
    async publish(message: Partial<Events['message.sent']>) {
      published += 1
      const data = { ...messageOf(published), ...message }
      await bus.publish({ id: `message-${published}`, subject: 'message.sent', data })
      return data
    },
    tell: <S extends keyof Broadcasts>(subject: S, data: Broadcasts[S]) => bus.broadcast(subject, data),
    async close() {
      for (const { socket } of clients) socket.close()
      await Promise.all(apps.map((app) => app.close()))
      await bus.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Connecting = Options & { session?: string; extraHeaders?: Record<string, string> }

export function messageOf(rev: number): Events['message.sent'] {
  return {
    id: newId(),
    chatId: newId(),
    userId: newId(),
    receiverId: newId(),
    text: 'Is it still there?',
    createdAt: '2026-03-01T10:00:00.000Z',
    rev,
    clientId: newId(),
    postId: null,
    unread: null,
  }
}

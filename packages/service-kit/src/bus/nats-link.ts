import { setTimeout as pause } from 'node:timers/promises'
import { type ConnectionOptions, connect, Events, type NatsConnection, type Status } from 'nats'
import type { Logger } from 'pino'
import type { AppError } from '../errors.ts'
import { noReply, withTimeLimit } from './time-limit.ts'

/** Reconnects for as long as the process lives, even if the server is down at startup. */
export interface NatsLink {
  /** Rejects with UNAVAILABLE after `ms`. */
  connection(ms: number): Promise<NatsConnection>
  /** Calls `use` with the current connection and each that replaces it. Returns an unsubscribe function. */
  onConnection(use: (connection: NatsConnection) => void): () => void
  /** Waits up to two seconds until the server has received what was sent. */
  flush(): Promise<void>
  close(): Promise<void>
}

const DIAL_TIMEOUT_MS = 2_000
const REDIAL_MS = 250
const FLUSH_TIMEOUT_MS = 2_000

/** A frozen server is noticed after two pings without a response. */
const PING_INTERVAL_MS = 5_000

/** Resolves after the first connection attempt, successful or not. */
export async function openNatsLink(url: string, name: string, log: Logger): Promise<NatsLink> {
  const options = connectionOptions(url, name)
  const closing = new AbortController()
  const users = new Set<(connection: NatsConnection) => void>()
  const waiting = new Set<(connection: NatsConnection) => void>()
  let current: NatsConnection | undefined
  let live = false

  function up(connection: NatsConnection): void {
    live = true
    for (const resolve of waiting) resolve(connection)
    waiting.clear()
  }

  function onStatus({ type, data }: Status, connection: NatsConnection): void {
    if (type === Events.Disconnect) {
      live = false
      if (!closing.signal.aborted) log.warn({ server: data }, 'NATS disconnected; reconnecting')
    } else if (type === Events.Reconnect) {
      log.info({ server: data }, 'NATS reconnected')
      up(connection)
    } else if (type === Events.Error) {
      log.warn({ error: data }, 'NATS reported an error')
    }
  }

  async function watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) onStatus(status, connection)
  }

  async function hold(connection: NatsConnection): Promise<void> {
    current = connection
    watch(connection).catch((error: unknown) =>
      log.error({ err: error }, 'NATS status updates ended; connection changes go unnoticed'),
    )
    up(connection)
    for (const use of users) use(connection)
    // `status()` does not end with the connection.
    const error = await connection.closed()
    live = false
    if (error) log.error({ err: error }, 'The NATS connection closed; opening a new one')
  }

  async function dial(onFirstEnd: () => void): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; ) {
      try {
        const connection = await connect(options)
        failures = 0
        const holding = hold(connection)
        onFirstEnd()
        if (closing.signal.aborted) await connection.close()
        await holding
      } catch (error) {
        failures += 1
        if (failures === 1) log.warn({ err: error, servers: options.servers }, 'NATS is unreachable; retrying')
        onFirstEnd()
      }
      await pause(REDIAL_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }

  async function flush(): Promise<void> {
    if (!current || !live) return
    const flushed = current
      .flush()
      .catch((error: unknown) => log.debug({ err: error }, 'NATS disconnected during a flush'))
    await withTimeLimit(flushed, FLUSH_TIMEOUT_MS, () => new Error('too slow')).catch(() => undefined)
  }

  let dialling: Promise<void> = Promise.resolve()
  await new Promise<void>((resolve) => {
    dialling = dial(resolve)
  })

  return {
    connection(ms) {
      if (current && live) return Promise.resolve(current)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(arrived)
          reject(unavailable(options))
        }, ms)
        function arrived(connection: NatsConnection): void {
          clearTimeout(timer)
          resolve(connection)
        }
        waiting.add(arrived)
      })
    },
    onConnection(use) {
      users.add(use)
      if (current && !current.isClosed()) use(current)
      return () => users.delete(use)
    },
    flush,
    async close() {
      closing.abort()
      await flush()
      await current?.close()
      await dialling
    },
  }
}

/** The client ignores credentials in URLs, so they are extracted here. */
function connectionOptions(url: string, name: string): ConnectionOptions & { servers: string[] } {
  const addresses = url.split(',').map((each) => parseAddress(each))
  const [first] = addresses
  const user = first?.username ? decodeURIComponent(first.username) : undefined
  const pass = first?.password ? decodeURIComponent(first.password) : undefined
  return {
    servers: addresses.map((each) => each.host),
    name,
    ...(user && pass ? { user, pass, inboxPrefix: inboxOf(user) } : {}),
    ...(user && !pass ? { token: user } : {}),
    timeout: DIAL_TIMEOUT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: REDIAL_MS,
    pingInterval: PING_INTERVAL_MS,
    noAsyncTraces: true,
  }
}

/** Replies arrive below it. NATS permissions keep each user out of the inboxes of others. */
export function inboxOf(user: string): string {
  return `_INBOX.${user}`
}

function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol === 'nats:' && url.host) return url
  throw new Error(`"${address}" is not the address of a NATS server: use nats://HOST:PORT`)
}

function unavailable(options: { servers: string[] }): AppError {
  return noReply('UNAVAILABLE', new Error(`NATS at ${options.servers.join(', ')} is unavailable`))
}

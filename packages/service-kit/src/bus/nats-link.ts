import { setTimeout as pause } from 'node:timers/promises'
import { type ConnectionOptions, connect, Events, type NatsConnection, type Status } from 'nats'
import type { Logger } from 'pino'
import type { AppError } from '../errors.ts'
import { unanswered, withTimeLimit } from './time-limit.ts'

/** A connection that is kept up for as long as the process lives, whether the server is there at its start or not. */
export interface NatsLink {
  /** The live connection. Rejects with UNAVAILABLE when there is none for `ms`. */
  connection(ms: number): Promise<NatsConnection>
  /** Calls `use` with the connection, now or once there is one, and again with each that replaces it. */
  onConnection(use: (connection: NatsConnection) => void): () => void
  /** Waits until what was sent has reached the server, or for two seconds; what is lost then comes again. */
  flush(): Promise<void>
  close(): Promise<void>
}

const DIAL_TIMEOUT_MS = 2_000
const REDIAL_MS = 250
const FLUSH_TIMEOUT_MS = 2_000

/** A frozen server is noticed after two pings without an answer. */
const PING_INTERVAL_MS = 5_000

/** Resolves after the first attempt at connecting, whether it succeeded or not. */
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
      if (!closing.signal.aborted) log.warn({ server: data }, 'NATS is away; connecting again')
    } else if (type === Events.Reconnect) {
      log.info({ server: data }, 'NATS is back')
      up(connection)
    } else if (type === Events.Error) {
      log.warn({ error: data }, 'NATS reports an error')
    }
  }

  async function watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) onStatus(status, connection)
  }

  async function hold(connection: NatsConnection): Promise<void> {
    current = connection
    watch(connection).catch((error: unknown) => log.error({ err: error }, 'The state of NATS is not known any more'))
    up(connection)
    for (const use of users) use(connection)
    // The statuses do not end with the connection.
    const error = await connection.closed()
    live = false
    if (error) log.error({ err: error }, 'The connection to NATS ended; opening another')
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
        if (failures === 1) log.warn({ err: error, servers: options.servers }, 'NATS cannot be reached; trying on')
        onFirstEnd()
      }
      await pause(REDIAL_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }

  async function flush(): Promise<void> {
    if (!current || !live) return
    const flushed = current.flush().catch((error: unknown) => log.debug({ err: error }, 'NATS went away meanwhile'))
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
          reject(away(options))
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

/** The client reads no credentials from addresses, so they are taken out here. */
function connectionOptions(url: string, name: string): ConnectionOptions & { servers: string[] } {
  const addresses = url.split(',').map((each) => parseAddress(each))
  const [first] = addresses
  const user = first?.username ? decodeURIComponent(first.username) : undefined
  const pass = first?.password ? decodeURIComponent(first.password) : undefined
  return {
    servers: addresses.map((each) => each.host),
    name,
    ...(user && pass ? { user, pass } : {}),
    ...(user && !pass ? { token: user } : {}),
    timeout: DIAL_TIMEOUT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: REDIAL_MS,
    pingInterval: PING_INTERVAL_MS,
    noAsyncTraces: true,
  }
}

function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol === 'nats:' && url.host) return url
  throw new Error(`"${address}" is no address of a NATS server: use nats://HOST:PORT`)
}

function away(options: { servers: string[] }): AppError {
  return unanswered('UNAVAILABLE', new Error(`NATS at ${options.servers.join(', ')} is away`))
}

import type { Socket } from 'node:net'
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { App } from './app.ts'
import { offersUpgrade } from './upgrades.ts'

/** Clients under load use each of their connections within this time. */
const RETIRE_MS = 1_000

const retiring = new WeakSet<App>()

const SWEEP_EVERY_MS = 50
/** For the rest of a request that has begun to arrive. A client that sends only a part must not keep the process. */
const ARRIVING_MS = 1_000

/**
 * Ends each connection with its next response, also of responses that bypass Fastify; once the server has stopped
 * listening, those without a request, and soon those with a part of one. Shutdown would wait for them: a minute for one
 * that was opened and never used, as browsers and pools do.
 */
export function endConnectionsOnStop(app: App): void {
  /** Open connections, with how many requests each has: several if they are pipelined. */
  const requests = new Map<Socket, number>()
  let timer: NodeJS.Timeout | undefined
  let closedAt: number | null = null

  function sweep(): void {
    if (app.server.listening) return
    closedAt ??= performance.now()
    const isOver = performance.now() - closedAt > ARRIVING_MS
    app.server.closeIdleConnections()
    for (const [socket, count] of requests) if (count === 0 && (isOver || socket.bytesRead === 0)) socket.destroy()
  }

  function add(socket: Socket, difference: 1 | -1): void {
    const count = requests.get(socket)
    if (count !== undefined) requests.set(socket, count + difference)
  }

  app.server.on('connection', (socket: Socket) => {
    // Again after an offer of another protocol: see parse-again.ts.
    if (requests.has(socket)) return
    requests.set(socket, 0)
    socket.once('close', () => requests.delete(socket))
  })
  app.addHook('preClose', async () => {
    retiring.add(app)
    timer = setInterval(sweep, SWEEP_EVERY_MS)
  })
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = reply.raw.req
    add(socket, 1)
    // An upgraded connection is closed by whoever took it over.
    if (!offersUpgrade(request)) reply.raw.once('close', () => add(socket, -1))
    if (retiring.has(app)) reply.raw.shouldKeepAlive = false
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (retiring.has(app)) reply.header('connection', 'close')
    done(null, payload)
  })
}

/**
 * To be called before `close`, which ends idle connections at once: a write that a client sends on one at that moment
 * fails, and cannot be repeated safely. Each response in the meantime tells the client not to use its connection again.
 */
export async function retireConnections(app: App): Promise<void> {
  const count = await promisify(app.server.getConnections.bind(app.server))()
  if (count === 0) return
  retiring.add(app)
  await retired(RETIRE_MS)
}

/** Resolves after `ms`, once the requests that have arrived by then are read: their connections are not idle. */
export async function retired(ms: number): Promise<void> {
  await pause(ms)
  await breathe()
}

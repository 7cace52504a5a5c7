import type { Socket } from 'node:net'
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { App } from './app.ts'

/** Clients under load use each of their connections within this time. */
const RETIRE_MS = 1_000

const retiring = new WeakSet<App>()

const SWEEP_EVERY_MS = 50

/**
 * Ends each connection with its next response, also of responses that bypass Fastify; once the server has stopped
 * listening, those without a request. Shutdown would wait for them: a minute for one that was opened and never used, as
 * browsers and pools do.
 */
export function endConnectionsOnStop(app: App): void {
  const unused = new Set<Socket>()
  let timer: NodeJS.Timeout | undefined

  function sweep(): void {
    if (app.server.listening) return
    app.server.closeIdleConnections()
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
  }

  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.addHook('preClose', async () => {
    retiring.add(app)
    timer = setInterval(sweep, SWEEP_EVERY_MS)
  })
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', (_request, reply, done) => {
    unused.delete(reply.raw.req.socket)
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

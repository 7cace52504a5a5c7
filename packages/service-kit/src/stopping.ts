import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { App } from './app.ts'

/** Clients under load use each of their connections within this time. */
const RETIRE_MS = 1_000

const retiring = new WeakSet<App>()

/** Closes keep-alive connections after their in-flight responses; otherwise shutdown waits for idle clients. */
export function endConnectionsOnStop(app: App): void {
  app.addHook('preClose', async () => {
    retiring.add(app)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (retiring.has(app)) reply.header('connection', 'close')
    done(null, payload)
  })
  // Responses whose headers were already sent could not announce the close.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (retiring.has(app) && !app.server.listening) setImmediate(() => app.server.closeIdleConnections())
    done()
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

import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { App } from './app.ts'

/** Clients under load use each of their connections within this time. */
const RETIRE_MS = 1_000

const retiring = new WeakSet<App>()

/** Closes keep-alive connections after their in-flight responses; otherwise shutdown waits for idle clients. */
export function endConnectionsOnStop(app: App): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    retiring.add(app)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (retiring.has(app)) reply.header('connection', 'close')
    done(null, payload)
  })
  // Responses whose headers were already sent could not announce the close.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (closing) setImmediate(() => app.server.closeIdleConnections())
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
  await pause(RETIRE_MS)
}

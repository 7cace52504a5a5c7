import type { App } from './app.ts'

/**
 * Lets connections end with the answers that are under way when the server stops. Otherwise each of them stays open,
 * idle, and stopping waits for its client to go.
 */
export function endConnectionsOnStop(app: App): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping) reply.header('connection', 'close')
    done(null, payload)
  })
  // An answer whose headers were already out could not say so.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (stopping) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
}

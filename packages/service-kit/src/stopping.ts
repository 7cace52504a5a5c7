import type { App } from './app.ts'

/** Closes keep-alive connections after their in-flight responses; otherwise shutdown waits for idle clients. */
export function endConnectionsOnStop(app: App): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping) reply.header('connection', 'close')
    done(null, payload)
  })
  // Responses whose headers were already sent could not announce the close.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (stopping) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
}

import type { App } from './app.ts'

/** Where a request came from. Fastify reads these from the connection, so they are gone once the client has left. */
export interface Sender {
  /** Empty for a client on a Unix socket. */
  address: string
  host: string
  protocol: 'http' | 'https'
}

declare module 'fastify' {
  interface FastifyRequest {
    sender: Sender
  }
}

/** Must come before all other hooks, which may wait while the client leaves. */
export function rememberSender(app: App): void {
  app.decorateRequest('sender')
  app.addHook('onRequest', (request, _reply, done) => {
    const { ip = '', host, protocol } = request
    request.sender = { address: ip, host, protocol }
    done()
  })
}

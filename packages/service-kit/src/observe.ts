import { REQUEST_ID_HEADER } from '@aangan/contracts/services'
import type { App } from './app.ts'
import { httpDuration, type Metrics } from './metrics.ts'

export function observe(app: App, name: string, metrics: Metrics): void {
  const duration = httpDuration(metrics)
  // One access log is enough: services behind the gateway log at debug level.
  const level = name === 'gateway' ? 'info' : 'debug'
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const { method, originalUrl: url, sender } = request
    const status = reply.statusCode
    duration.observe({ service: name, method, route, status }, reply.elapsedTime / 1000)
    request.log[level](
      { method, url, route, status, ip: sender.address, ms: Math.round(reply.elapsedTime * 100) / 100 },
      'answered',
    )
    done()
  })
}

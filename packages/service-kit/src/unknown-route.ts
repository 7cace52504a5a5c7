import { MAX_URL } from '@aangan/contracts/parse-url'
import type { FastifyInstance } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import type { App } from './app.ts'
import { AppError } from './errors.ts'

export function handleUnknownRoutes(app: App): void {
  const methodsOf = watchMethods(app)
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?', 1)
    const methods = methodsOf(path)
    // A route of this method called `callNotFound` itself.
    const isKnown = methods.length > 0 && !methods.includes(request.method)
    if (!isKnown) throw new AppError('NOT_FOUND', 'Not Found')
    const allow = methods.join(', ')
    reply.header('allow', allow)
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new AppError('METHOD_NOT_ALLOWED', `${request.method} is not allowed on ${path}; use ${allow}`)
  })
}

/** Looks up the methods of a path among routes added from now on, with Fastify's own router so that both agree. */
function watchMethods(app: FastifyInstance): (path: string) => string[] {
  const router = findMyWay({ maxParamLength: MAX_URL })
  const seen = new Set<HTTPMethod>()
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat() as HTTPMethod[]) {
      // OPTIONS is answered for every path, so it does not make one known.
      if (method === 'OPTIONS' || router.hasRoute(method, route.url)) continue
      seen.add(method)
      router.on(method, route.url, () => undefined)
    }
  })
  return (path) => [...seen].filter((method) => router.find(method, path) !== null).sort()
}

import type { FastifyInstance } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { MAX_URL } from './address.ts'
import type { App } from './app.ts'
import { AppError } from './errors.ts'

/** 404 for an unknown path, 405 with `Allow` for a known one with another method, and a plain OPTIONS. */
export function answerUnknown(app: App): void {
  const methodsOf = watchMethods(app)
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?', 1)
    const methods = methodsOf(path)
    // A route of this very method has come here by itself: it found nothing.
    const isKnown = methods.length > 0 && !methods.includes(request.method)
    if (!isKnown) throw new AppError('NOT_FOUND', 'Not Found')
    const allow = methods.join(', ')
    reply.header('allow', allow)
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new AppError('METHOD_NOT_ALLOWED', `${path} does not take ${request.method}, only ${allow}`)
  })
}

/**
 * Watches the routes added to `app` from now on and answers, for a path, the methods it has. A second router of
 * Fastify's own kind decides, so that the two cannot disagree on a pattern.
 */
function watchMethods(app: FastifyInstance): (path: string) => string[] {
  const router = findMyWay({ maxParamLength: MAX_URL })
  const seen = new Set<HTTPMethod>()
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat() as HTTPMethod[]) {
      // OPTIONS is answered for every path and makes none known.
      if (method === 'OPTIONS' || router.hasRoute(method, route.url)) continue
      seen.add(method)
      router.on(method, route.url, () => undefined)
    }
  })
  return (path) => [...seen].filter((method) => router.find(method, path) !== null).sort()
}

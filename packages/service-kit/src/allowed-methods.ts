import type { FastifyInstance } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'

/**
 * Watches the routes that are added to `app` and answers, for a path, the methods it has: what a 405's `Allow` says.
 * The same router as Fastify's decides, so the two cannot disagree on a pattern. Call it before the first route.
 */
export function watchMethods(app: FastifyInstance): (path: string) => string[] {
  const router = findMyWay({ maxParamLength: 500 })
  const seen = new Set<string>()
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      // OPTIONS belongs to the cross-origin rules: a catch-all for it makes no path exist.
      if (one === 'OPTIONS') continue
      seen.add(one)
      if (!router.hasRoute(one as HTTPMethod, url)) router.on(one as HTTPMethod, url, () => undefined)
    }
  })
  return (path) => [...seen].filter((method) => router.find(method as HTTPMethod, path) !== null).sort()
}

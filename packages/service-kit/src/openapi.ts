import swagger from '@fastify/swagger'
import type { RouteHandlerMethod } from 'fastify'
import type { App } from './app.ts'

export interface ApiDocument {
  openapi: string
  info: { title: string; version: string; description?: string }
  paths?: Record<string, object>
  components?: { schemas?: Record<string, object> }
}

/** Serves `GET /openapi.json`, generated from the routes' schemas unless another handler is given. */
export function describeRoutes(app: App, title: string, given?: RouteHandlerMethod): void {
  // Called, not registered: it must see every route that follows, and a registered plugin loads only at startup.
  if (!given) swagger(app, { openapi: { info: { title, version: '1' } } }, failOnError)
  app.get('/openapi.json', { schema: { hide: true } }, given ?? (async () => app.swagger()))
}

function failOnError(error?: Error): void {
  if (error) throw error
}

import swagger from '@fastify/swagger'
import type { App } from './app.ts'

/** An OpenAPI document: what clients of ours need to know of it. */
export interface ApiDocument {
  openapi: string
  info: { title: string; version: string; description?: string }
  paths?: Record<string, object>
  components?: { schemas?: Record<string, object> }
}

/** Serves `GET /openapi.json`: what the routes' own schemas say, or the document that `given` makes. */
export function describeRoutes(app: App, title: string, given?: () => Promise<ApiDocument>): void {
  // Called, not registered: it must see every route that follows, and a registered plugin waits until the start.
  if (!given) swagger(app, { openapi: { info: { title, version: '1' } } }, failOnError)
  app.get('/openapi.json', { schema: { hide: true } }, async () => (given ? given() : app.swagger()))
}

function failOnError(error?: Error): void {
  if (error) throw error
}

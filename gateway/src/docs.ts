import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { App } from '@aangan/service-kit/server'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keepAnswer } from './kept-answer.ts'

const DESCRIPTION = '/openapi.json'
/** 1.5 MB of script: compressing it for each request took 16 ms. */
const LARGE = { 'swagger-ui-bundle.js': 'text/javascript', 'swagger-ui.css': 'text/css' }

const OWN_DESCRIPTION = /\/docs\/(json|yaml)$/

export async function serveDocs(app: App, siteName: string): Promise<void> {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')
  for (const [file, type] of Object.entries(LARGE)) {
    const handler = keepAnswer({ type: `${type}; charset=utf-8`, load: () => readFile(join(folder, file)) })
    app.get(`/docs/static/${file}`, { schema: { hide: true } }, handler)
  }
  await app.register(swagger, {})
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // The standalone layout adds a bar with an inline style, which our CSP blocks.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', deepLinking: true, defaultModelsExpandDepth: 0 },
    theme: { title: `${siteName} API` },
    uiHooks: { onRequest: toMergedDescription },
  })
}

/** The plugin's own document covers only the gateway's routes, none of which belongs to the API. */
async function toMergedDescription(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  return OWN_DESCRIPTION.test(request.url) ? reply.redirect(DESCRIPTION) : undefined
}

import type { App } from '@aangan/service-kit/server'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyReply, FastifyRequest } from 'fastify'

const DESCRIPTION = '/openapi.json'
const OWN_DESCRIPTION = /\/docs\/(json|yaml)$/

export async function serveDocs(app: App, siteName: string): Promise<void> {
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

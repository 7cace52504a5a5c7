import type { App } from '@aangan/service-kit/server'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyReply, FastifyRequest } from 'fastify'

const DESCRIPTION = '/openapi.json'
const OWN_DESCRIPTION = /\/docs\/(json|yaml)$/

/** Serves `/docs`: the API's description, readable and to try out. */
export async function serveDocs(app: App, siteName: string): Promise<void> {
  await app.register(swagger, {})
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // The other layout adds a bar with an inline style, which our policy refuses, and nothing a reader needs.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', deepLinking: true, defaultModelsExpandDepth: 0 },
    theme: { title: `${siteName} API` },
    uiHooks: { onRequest: toMergedDescription },
  })
}

/** The plugin knows only the gateway's own routes, of which there are none to describe. */
async function toMergedDescription(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  return OWN_DESCRIPTION.test(request.url) ? reply.redirect(DESCRIPTION) : undefined
}

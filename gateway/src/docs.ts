import type { App } from '@aangan/service-kit/server'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'

/** Serves `/docs`: the API's description, readable and to try out. */
export async function serveDocs(app: App, siteName: string): Promise<void> {
  await app.register(swagger, {})
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { urls: [{ url: '/openapi.json', name: siteName }], docExpansion: 'list', deepLinking: true },
    theme: { title: `${siteName} API` },
  })
}

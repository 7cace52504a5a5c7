import type { Parts } from '@aangan/service-kit/parts'
import { type App, createServer } from '@aangan/service-kit/server'
import type { MediaConfig } from './config.ts'
import { addDrawingRoutes } from './routes.ts'

type MediaParts = { config: MediaConfig } & Pick<Parts, 'log' | 'metrics' | 'identity'>

/** The service of pictures. Drawings need neither store nor bus, so it is ready as soon as it runs. */
export async function buildMedia(parts: MediaParts): Promise<App> {
  const app = createServer({ name: 'media', parts, ready: async () => undefined })
  addDrawingRoutes(app)
  return app
}

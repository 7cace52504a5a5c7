import type { Parts } from '@aangan/service-kit/parts'
import { type App, createServer } from '@aangan/service-kit/server'
import type { MediaConfig } from './config.ts'
import { addDrawingRoutes } from './routes.ts'
import { followPosts } from './share/events.ts'
import { createGallery } from './share/gallery.ts'
import { addShareRoutes } from './share/routes.ts'

type MediaParts = { config: MediaConfig } & Pick<Parts, 'bus' | 'log' | 'metrics' | 'identity'>

/** The service of pictures. Drawings need nobody; pictures for sharing need posts, whom they ask on the bus. */
export async function buildMedia(parts: MediaParts): Promise<App> {
  const app = createServer({ name: 'media', parts, ready: () => parts.bus.ping() })
  addDrawingRoutes(app)
  const gallery = createGallery()
  addShareRoutes(app, { ...parts, gallery })
  const following = await followPosts(parts.bus, gallery)
  app.addHook('onClose', () => following.stop())
  return app
}

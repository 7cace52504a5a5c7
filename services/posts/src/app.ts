import type { Parts } from '@aangan/service-kit/parts'
import { type App, createServer } from '@aangan/service-kit/server'
import { countCities } from './cities.ts'
import type { PostsConfig } from './config.ts'
import { followUsers } from './events.ts'
import { ownerOf } from './owner.ts'
import { addPostRoutes } from './routes.ts'
import { createPostStore } from './store.ts'

/** The service of listings and their search. It makes its indexes first, and stops listening to others on close. */
export async function buildPosts({ config, ...parts }: { config: PostsConfig } & Parts): Promise<App> {
  const { store, bus, now } = parts
  const posts = createPostStore(store)
  await posts.prepare()
  const app = createServer({
    name: 'posts',
    parts,
    ready: async () => {
      await Promise.all([store.ping(), bus.ping()])
    },
  })
  addPostRoutes(app, {
    posts,
    cities: countCities(posts, { now, freshMs: config.CITIES_FRESH_MS }),
    ownerOf: (listing) => ownerOf(listing, { ...parts, posts, waitMs: config.OWNER_WAIT_MS }),
  })
  const following = await followUsers(bus, posts)
  app.addHook('onClose', () => following.stop())
  return app
}

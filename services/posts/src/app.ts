import { allAnswer } from '@aangan/service-kit/health'
import { addDataRoute } from '@aangan/service-kit/own-data'
import type { Parts } from '@aangan/service-kit/parts'
import { eraseRemovedAccounts } from '@aangan/service-kit/removed/erasing'
import { createRemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import { type App, createServer } from '@aangan/service-kit/server'
import { verifyMigrations } from '@aangan/service-kit/store/migrations'
import { startRelay } from '@aangan/service-kit/writes/relay'
import { respondToBusRequests } from './bus-requests.ts'
import type { PostsConfig } from './config.ts'
import { createEraser } from './erasing.ts'
import { followRemovals, followUsers } from './events.ts'
import { createLoader } from './load.ts'
import { POSTS_MIGRATIONS } from './migrations.ts'
import { createOtherServices } from './other-services.ts'
import { CURSOR, ownDataOf } from './own-data.ts'
import { addReportRoutes } from './report-routes.ts'
import { createReports } from './reports.ts'
import { addPostRoutes } from './routes.ts'
import { startSearch } from './search/live-search.ts'
import { createSitemap } from './sitemap.ts'
import { createPostStore } from './store.ts'
import { addViewRoutes } from './view-routes.ts'
import { createViews } from './views.ts'
import { addWriteRoutes } from './write-routes.ts'

interface PostsParts extends Parts {
  config: PostsConfig
  /** The monotonic clock, in milliseconds; that of the process by default. */
  elapsedMs?: () => number
}

/** Throws if the store is not migrated. */
export async function buildPosts(parts: PostsParts): Promise<App> {
  return (await assemblePosts(parts)).app
}

/** For tests: also returns the store and the search. */
export async function assemblePosts({ config, elapsedMs, ...parts }: PostsParts) {
  const { store, bus, now } = parts
  await verifyMigrations('posts', store, POSTS_MIGRATIONS)
  const search = startSearch(parts, config.SEARCH_FILE ?? null)
  const posts = createPostStore(store, search.apply)
  const reports = createReports(store)
  const views = createViews(store)
  const removed = createRemovedAccounts(store)
  const sitemap = createSitemap({ search, store, elapsedMs })
  const app = createServer({ name: 'posts', parts, ready: allAnswer({ store, bus }) })
  const load = createLoader(posts)
  addReportRoutes(app, { load, reports, now })
  addViewRoutes(app, { load, views, now })
  const others = createOtherServices({ ...parts, posts, waitMs: config.OWNER_WAIT_MS })
  addWriteRoutes(app, { posts, load, removed, now, ...others })
  addPostRoutes(app, { posts, load, search, sitemap, ...others })
  const page = (userId: string, after: string | null) => ownDataOf({ posts, reports, views }, userId, after)
  addDataRoute(app, { path: '/posts/data', now, cursor: CURSOR, page })
  const background = [
    ...(await Promise.all([followUsers(bus, posts), followRemovals({ bus, reports, views, removed, now })])),
    ...(await respondToBusRequests({ ...parts, posts, search, views })),
    await eraseRemovedAccounts({ ...parts, name: 'posts', removed, erase: createEraser({ posts, reports, now }) }),
    startRelay({ ...parts, writes: posts.writes }),
    search,
  ]
  app.addHook('onClose', async () => void (await Promise.all(background.map((one) => one.stop()))))
  return { app, posts, search }
}

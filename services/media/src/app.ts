import { resolve } from 'node:path'
import { allAnswer } from '@aangan/service-kit/health'
import { addGauges } from '@aangan/service-kit/metrics'
import { addDataRoute } from '@aangan/service-kit/own-data'
import type { Parts } from '@aangan/service-kit/parts'
import { eraseRemovedAccounts } from '@aangan/service-kit/removed/erasing'
import { createRemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import { type App, createServer } from '@aangan/service-kit/server'
import { verifyMigrations } from '@aangan/service-kit/store/migrations'
import { startSweeping } from '@aangan/service-kit/sweeping'
import type { MediaConfig } from './config.ts'
import { MEDIA_MIGRATIONS } from './migrations.ts'
import { addDrawingRoutes } from './routes.ts'
import { followPosts } from './share/events.ts'
import { createGallery } from './share/gallery.ts'
import { addShareRoutes } from './share/routes.ts'
import { createEraser } from './uploads/erasing.ts'
import { answerMissing, followAvatars, followUses } from './uploads/events.ts'
import { openFiles } from './uploads/files.ts'
import { CURSOR, ownDataOf } from './uploads/own-data.ts'
import { addUploadRoutes } from './uploads/routes.ts'
import { createUploadStore } from './uploads/store.ts'
import { removeUnused } from './uploads/unused.ts'

const SWEEP_EVERY_MS = 3_600_000

type MediaParts = { config: MediaConfig } & Parts

/** Throws if the store is not migrated. */
export async function buildMedia(parts: MediaParts): Promise<App> {
  const { config, store, bus, now, log, metrics } = parts
  await verifyMigrations('media', store, MEDIA_MIGRATIONS)
  const files = await openFiles(resolve(config.MEDIA_DIR))
  const app = createServer({
    name: 'media',
    parts,
    ready: allAnswer({ store, bus, files }),
  })
  addDrawingRoutes(app)
  const gallery = createGallery()
  addShareRoutes(app, { ...parts, gallery })
  const uploads = createUploadStore({ store, now })
  addUploadRoutes(app, { files, uploads, minFreeBytes: config.MEDIA_MIN_FREE_MB * 1e6 })
  addGauges(metrics, {
    media_disk_free_bytes: {
      help: 'Free space for uploaded pictures; below MEDIA_MIN_FREE_MB uploads are refused',
      // A disk that is away must not fail the scrape of all other metrics.
      figure: () => files.freeBytes().catch(() => Number.NaN),
    },
  })
  const page = (userId: string, after: string | null) => ownDataOf({ uploads, files }, userId, after)
  addDataRoute(app, { path: '/media/data', now, cursor: CURSOR, page })
  const removed = createRemovedAccounts(store)
  const background = [
    await followPosts(bus, gallery),
    await followUses(bus, uploads),
    await followAvatars(bus, uploads, removed),
    await eraseRemovedAccounts({ ...parts, name: 'media', removed, erase: createEraser({ uploads, files }) }),
    await answerMissing(bus, { files, uploads }),
    startSweeping({
      everyMs: SWEEP_EVERY_MS,
      sweep: () => removeUnused({ uploads, files, bus, now }),
      failure: 'could not remove unused uploads',
      log,
    }),
  ]
  app.addHook('onClose', async () => void (await Promise.all(background.map((one) => one.stop()))))
  return app
}

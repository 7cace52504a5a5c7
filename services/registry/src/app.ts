import { resolve } from 'node:path'
import { ASKED_FOR_PAGES, addressName } from '@aangan/contracts/services'
import { freeBytes } from '@aangan/service-kit/disk'
import { makeFolder } from '@aangan/service-kit/durable-files'
import { addGauges } from '@aangan/service-kit/metrics'
import type { Parts } from '@aangan/service-kit/parts'
import { type App, createServer } from '@aangan/service-kit/server'
import { createUpstream } from '@aangan/service-kit/upstream'
import type { RegistryConfig } from './config.ts'
import { removeAbandoned } from './deploy/private-folder.ts'
import { addDeployRoutes } from './deploy/routes.ts'
import { addOutcomeRoutes } from './failures/routes.ts'
import { watchCanaries } from './failures/watch.ts'
import { addOverrideRoutes } from './override/routes.ts'
import { addChangedReleases } from './page/changed.ts'
import { addPageCopy } from './page/copy.ts'
import type { Services } from './page/first-data.ts'
import { prepareRendering } from './page/prepare.ts'
import { openRendering } from './page/rendered.ts'
import { addPageRoutes } from './page/routes.ts'
import { addWorker } from './page/worker.ts'
import { addReleaseFiles } from './releases/files.ts'
import { finishOnStart } from './releases/lock.ts'
import { openReleases, shellOf } from './releases/releases.ts'
import { addSitemapRoutes } from './sitemap/routes.ts'

export async function buildRegistry(
  parts: { config: RegistryConfig } & Pick<Parts, 'log' | 'metrics' | 'identity'>,
): Promise<App> {
  const { config } = parts
  const releasesDir = resolve(config.RELEASES_DIR)
  await makeFolder(releasesDir)
  await removeAbandoned(releasesDir)
  await finishOnStart(releasesDir, parts.log)
  const services = openServices(config)
  const rendering = openRendering(config, parts.metrics)
  const preparing = prepareRendering({ config, renderer: rendering.renderer })
  const releases = openReleases(releasesDir, { ...parts, onRead: preparing.prepare })
  const app = createServer({ name: 'registry', parts, ready: async () => void shellOf(await releases.current()) })
  await addReleaseFiles(app, releasesDir)
  addGauges(parts.metrics, {
    registry_disk_free_bytes: {
      help: 'Free space for releases; below RELEASES_MIN_FREE_MB deploys are refused',
      figure: () => freeBytes(releasesDir).catch(() => Number.NaN),
    },
  })
  const watch = watchCanaries({ ...parts, releases, releasesDir })
  addOutcomeRoutes(app, watch)
  await addDeployRoutes(app, { config, releasesDir, releases, countsOf: watch.countsOf })
  await addOverrideRoutes(app, { config, releasesDir, releases })
  addPageCopy(app, { config, releases })
  addWorker(app, { config, releases })
  addChangedReleases(app, { releasesDir, releases })
  addSitemapRoutes(app, { config, releases, posts: services.posts })
  addPageRoutes(app, { config, releasesDir, releases, services, rendering, metrics: parts.metrics })
  app.addHook('onClose', async () => {
    preparing.close()
    await Promise.all([...Object.values(services), rendering.renderer].map((each) => each?.close()))
  })
  return app
}

function openServices(config: RegistryConfig): Services {
  return Object.fromEntries(
    ASKED_FOR_PAGES.map((name) => [name, createUpstream(config[addressName(name)])]),
  ) as Services
}

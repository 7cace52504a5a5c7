import { dirname, join } from 'node:path'
import { tsImport } from 'tsx/esm/api'
import { serveDevelopment } from '../../../packages/build/src/development-server/server.js'
import { webParts } from './build.js'
import { StepError } from './command.js'
import { createNews } from './dev/news.js'
import { runServices } from './dev/services.js'
import { watchFolders } from './dev/watch.js'
import { ROOT } from './root.js'

const RELEASES = join(ROOT, '.cache', 'dev', 'releases')
const HOST = '127.0.0.1'
const SERVICE_SOURCES = [
  'packages/contracts/src',
  'packages/service-kit/src',
  'gateway/src',
  'services',
  'platform/src',
]
/** Read only at startup: a change needs a restart. */
const NEEDS_NEW_START = /^(package-lock\.json|(shell|mfe-[^/]+)\/rspack\.config\.js)$/
const LOCKFILE = 'package-lock.json'
const MANIFEST = /^[^/]+(\/manifest\.json)?$/

/**
 * Runs the development server: one compiler per web part, with hot updates in the open page, and the services bundled
 * from source and restarted when it changes. Ctrl-C stops everything.
 */
export async function develop() {
  const news = createNews((text) => process.stdout.write(text))
  const web = await serve(news)
  const services = await runServices({
    env: { PORT: '0', HOST, RELEASES_DIR: RELEASES },
    gate: web.gate,
    onLine: news.line,
    onReady: (event) => event.changed.length > 0 && news.ready(event),
    onStart() {
      web.site.failed = false
    },
    onState(url, problems) {
      web.site.url = url ?? ''
      web.site.failed = url === null
      web.report('services', problems)
    },
  })
  /** The config of a new remote has not been read yet, so it needs no restart. @param {string} path */
  const isNew = (path) => path !== LOCKFILE && !web.has(join(ROOT, dirname(path)))
  const dirs = () => webParts().map((name) => join(ROOT, name))
  const watchers = [
    watchFolders({
      folders: SERVICE_SOURCES.map((path) => join(ROOT, path)),
      isWanted: (path) => /\.(ts|js|json)$/.test(path) && !path.includes('.test.'),
      onChange: (paths) => void services.change(paths),
    }),
    watchFolders({
      folders: [ROOT],
      depth: 1,
      isWanted: (path) => NEEDS_NEW_START.test(path) || MANIFEST.test(path),
      onChange(paths) {
        const path = paths.find((each) => NEEDS_NEW_START.test(each) && !isNew(each))
        if (path) news.say(`${path} changed: press Ctrl-C and run npm run dev again`)
        void web.update(dirs())
      },
    }),
  ]
  const stop = async () => {
    for (const watcher of watchers) watcher.stop()
    await web.stop()
    await services.stop()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    await Promise.all([web.update(dirs()), services.change([])])
  } catch (error) {
    await stop()
    throw error
  }
  news.say(`Ready in ${process.uptime().toFixed(1)} s: http://localhost:${web.port} (Ctrl-C to stop)`)
}

/** @param {ReturnType<typeof createNews>} news */
async function serve(news) {
  const port = Number(process.env.PORT || 3000)
  if (!(port >= 0 && port <= 65_535 && Number.isInteger(port))) await checkVariables()
  try {
    return await serveDevelopment({
      root: ROOT,
      releases: RELEASES,
      host: HOST,
      port,
      onBatch: news.batch,
      onProblems: news.problems,
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code !== 'EADDRINUSE') throw error
    throw new StepError(`PORT=${port} is already in use: stop the other process, or run PORT=${port + 1} npm run dev`)
  }
}

/** Throws a StepError with the same text as `npm start` if a variable is invalid. */
async function checkVariables() {
  /** @type {typeof import('../../src/site-config.ts')} */
  const { readSiteConfig } = await tsImport('../../src/site-config.ts', import.meta.url)
  try {
    readSiteConfig(process.env)
  } catch (error) {
    throw new StepError(`aangan: ${error instanceof Error ? error.message : error}`)
  }
}

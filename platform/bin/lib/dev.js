import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serveDevelopment } from '../../../packages/web-kit/build/dev.js'
import { webParts } from './build.js'
import { StepError } from './command.js'
import { ROOT } from './root.js'

const RELEASES = join(ROOT, '.cache', 'dev', 'releases')
const HOST = '127.0.0.1'
const LOOK_AGAIN_MS = 100

/**
 * The site for development: one compiler for the shell and all remotes, whose changes appear in the open page; and the
 * services from their sources, started again when those change. Ends on Ctrl-C, with everything that it started.
 */
export async function develop() {
  const port = Number(process.env.PORT || 3000)
  const inner = await findFreePort()
  const site = startSite(inner)
  const dirs = webParts().map((name) => join(ROOT, name))
  const web = await serveDevelopment({ dirs, releases: RELEASES, host: HOST, port, site: `http://${HOST}:${inner}` })
  const stop = async () => {
    site.kill('SIGTERM')
    await web.stop()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  await readiness(inner, site)
  process.stdout.write(`Ready in ${process.uptime().toFixed(1)} s: http://localhost:${port} (Ctrl-C ends it)\n`)
}

/**
 * The services in one process, under tsx, which starts them again when one of their files changes.
 * @param {number} port
 */
function startSite(port) {
  const args = ['watch', '--clear-screen=false', join(ROOT, 'platform/src/main.ts')]
  const env = { ...process.env, PORT: String(port), HOST, RELEASES_DIR: RELEASES }
  return spawn(join(ROOT, 'node_modules/.bin/tsx'), args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], env })
}

async function findFreePort() {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new StepError('No port is free.')
  return address.port
}

/**
 * Waits until the site answers that it is ready. Throws when it ends instead.
 * @param {number} port
 * @param {import('node:child_process').ChildProcess} site
 */
async function readiness(port, site) {
  while (site.exitCode === null) {
    const answer = await fetch(`http://${HOST}:${port}/healthz`).catch(() => null)
    if (answer?.ok) return
    await pause(LOOK_AGAIN_MS)
  }
  throw new StepError('The services ended before they were ready.')
}

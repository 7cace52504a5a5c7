import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
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
  const web = await serveDevelopment({
    dirs,
    releases: RELEASES,
    host: HOST,
    port,
    site: `http://${HOST}:${inner}`,
    siteUp: () => listening(inner, site),
  })
  const stop = async () => {
    site.kill('SIGTERM')
    await web.stop()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  await ready(inner, site)
  process.stdout.write(`Ready in ${process.uptime().toFixed(1)} s: http://localhost:${port} (Ctrl-C ends it)\n`)
}

/**
 * The services in one process, under tsx, which starts them again when one of their files changes.
 * @param {number} port
 */
function startSite(port) {
  const args = ['watch', '--clear-screen=false', join(ROOT, 'platform/src/main.ts')]
  const env = { ...process.env, PORT: String(port), HOST, RELEASES_DIR: RELEASES }
  const site = spawn(join(ROOT, 'node_modules/.bin/tsx'), args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  // The address it tells is only the inner one.
  createInterface({ input: site.stdout }).on('line', (line) => {
    if (!line.startsWith('Ready in')) process.stdout.write(`${line}\n`)
  })
  return site
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
 * Waits until the site listens: it starts again whenever one of its files changes. Throws when it has ended for good.
 * @param {number} port
 * @param {import('node:child_process').ChildProcess} site
 */
async function listening(port, site) {
  while (site.exitCode === null) {
    const socket = connect(port, HOST)
    const isUp = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isUp) return
    await pause(LOOK_AGAIN_MS)
  }
  throw new StepError('The services have ended.')
}

/**
 * Waits until every part answers that it is ready.
 * @param {number} port
 * @param {import('node:child_process').ChildProcess} site
 */
async function ready(port, site) {
  for (let isReady = false; !isReady; ) {
    await listening(port, site)
    const answer = await fetch(`http://${HOST}:${port}/healthz`).catch(() => null)
    isReady = answer?.ok ?? false
    if (!isReady) await pause(LOOK_AGAIN_MS)
  }
}

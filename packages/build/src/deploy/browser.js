import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, within } from './devtools.js'
import { Refusal } from './refusal.js'

const FLAGS = [
  '--headless',
  // No port that another user of the machine could open.
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-gpu',
  // That of a container is too small.
  '--disable-dev-shm-usage',
  '--mute-audio',
  // Pages that share a process share what it has compiled; one for each of two processors is left.
  '--renderer-process-limit=2',
]
/** Chromium's sandbox does not start as root, which CI often runs as. */
const SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const STARTED_WITHIN_MS = 20_000
const ENDED_WITHIN_MS = 5_000

/** @typedef {Awaited<ReturnType<typeof openBrowser>>} Browser */

/**
 * Starts a Chromium with an empty profile. Throws a Refusal if it does not start.
 * @param {string} executable
 * @param {NodeJS.ProcessEnv} env
 */
export async function openBrowser(executable, env) {
  const profile = await mkdtemp(join(tmpdir(), 'aangan-browser-'))
  const child = spawn(executable, [...FLAGS, ...SANDBOX, `--user-data-dir=${profile}`], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    said = (said + chunk).slice(-2_000)
  })
  const ended = once(child, 'close').catch(() => undefined)
  const devtools = connect(child)

  async function close() {
    const timer = setTimeout(() => child.kill('SIGKILL'), ENDED_WITHIN_MS)
    await devtools.send('Browser.close').catch(() => child.kill('SIGKILL'))
    await ended
    clearTimeout(timer)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }

  try {
    const { product } = await within(STARTED_WITHIN_MS, devtools.send('Browser.getVersion'))
    // Nobody would see what a page puts into the folder of downloads.
    await devtools.send('Browser.setDownloadBehavior', { behavior: 'deny' })
    return { name: String(product), openTab: devtools.openTab, close }
  } catch (cause) {
    child.kill('SIGKILL')
    await close()
    const why = said.trim().split('\n').at(-1) || (cause instanceof Error ? cause.message : cause)
    const how = 'Set AANGAN_BROWSER to another Chromium, or deploy with --no-boot.'
    throw new Refusal('BOOT_FAILED', `${executable} could not be started (${why}), so nothing was deployed. ${how}`, {
      cause,
    })
  }
}

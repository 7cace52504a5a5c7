import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { readable } from './log-line.js'

/** How long the services may take to end by themselves. */
const STOP_MS = 1_000
const LAST_LINES = 12
/** How a failed start says why. With a stack after it the fault is in the sources; by itself, the operator can mend it. */
const REASON = /^aangan: /

/**
 * @typedef {object} Running
 * @property {string} url where it listens
 * @property {() => Promise<void>} stop ends it, by force after a moment
 * @property {Promise<string>} ended once it has ended, with its last words
 */

/**
 * Starts the services in a process of their own.
 * @param {object} options
 * @param {import('./spare.js').ServiceProcess} options.child that waits for its bundle
 * @param {string} options.bundle
 * @param {(line: string) => void} options.onLine what it says, readable
 * @returns {Promise<Running | { failed: string, mendable: string | null }>} once it listens, or its last words; the line
 *   of them, not told yet, where no edit would help
 */
export async function startServices({ child, bundle, onLine }) {
  // That it cannot be sent to a process that has died shows in its end.
  child.send(bundle, () => {})
  /** @type {string[]} */
  const last = []
  const tell = (/** @type {string} */ raw) => {
    const line = readable(raw)
    if (line === null) return
    last.push(line)
    onLine(line)
  }
  /** @type {string | null} */
  let held = null
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (held !== null) tell(held)
    held = REASON.test(line) ? line : null
    if (held === null) tell(line)
  })
  const ended = once(child, 'close').then(() => last.slice(-LAST_LINES).join('\n'))
  const lines = createInterface({ input: child.stdout })
  const listening = new Promise((resolve) => {
    lines.on('line', (line) => {
      const [, url] = line.match(/^Ready in .*?: (http\S+)/) ?? []
      // The address it tells is only the inner one.
      if (url) resolve(url)
      else tell(line)
    })
  })
  const url = await Promise.race([listening, ended.then(() => null)])
  if (typeof url !== 'string') return { failed: held ?? (await ended), mendable: held }
  return { url: url.replace('localhost', '127.0.0.1'), ended, stop: () => end(child, ended) }
}

/** @param {import('node:child_process').ChildProcess} child @param {Promise<unknown>} ended */
async function end(child, ended) {
  child.kill('SIGTERM')
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(limit)
}

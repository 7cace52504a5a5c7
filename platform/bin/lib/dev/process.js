import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { readable } from './log-line.js'

/** Time between SIGTERM and SIGKILL. */
const STOP_MS = 1_000
const LAST_LINES = 12
/**
 * Starts the reason of a failed start. If a stack follows, the bug is in the sources; if not, the operator can fix it.
 */
const REASON = /^aangan: /

/**
 * @typedef {object} Running
 * @property {string} url
 * @property {() => Promise<void>} stop stops the process, with SIGKILL after a second
 * @property {Promise<string>} ended resolves with its last output lines when it exits
 */

/**
 * Starts the services in a child process.
 * @param {object} options
 * @param {import('./spare.js').ServiceProcess} options.child waiting for the path of its bundle
 * @param {string} options.bundle
 * @param {(line: string) => void} options.onLine receives formatted output lines
 * @returns {Promise<Running | { failed: string, mendable: string | null }>} resolves once it listens or exits. `failed`
 *   holds its last lines; `mendable` is the reason, not yet passed to onLine, if editing the sources cannot help.
 */
export async function startServices({ child, bundle, onLine }) {
  // A send error is ignored: it means that the process has exited, which `ended` reports.
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
      // Not printed: browsers use the address of the development server.
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

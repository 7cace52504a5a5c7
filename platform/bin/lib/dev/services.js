import { StepError } from '../command.js'
import { BUNDLE, bundleServices, PACKAGES } from './bundle-services.js'
import { startServices } from './process.js'
import { createSpare } from './spare.js'

/** How long requests under way may take before the services are asked to stop. They then still have until they end. */
const DRAIN_MS = 300

/** @typedef {import('./bundle-services.js').Problem} Problem */

/**
 * @typedef {object} ServicesOptions
 * @property {Record<string, string>} env
 * @property {import('../../../../packages/web-kit/build/development-server/gate.js').Gate} gate
 * @property {(line: string) => void} onLine
 * @property {(event: { changed: string[], seconds: number }) => void} onReady
 * @property {() => void} onStart requests wait from now on
 * @property {(url: string | null, problems: Problem[]) => void} onState where they listen, or null; and what is wrong
 */

/**
 * The services of the site, started anew when `change` says so. What does not compile leaves the running ones as they
 * are; requests wait while they start.
 * @param {ServicesOptions} options
 */
export async function runServices({ env, gate, onLine, onReady, onStart, onState }) {
  const bundler = await bundleServices()
  const spare = createSpare({ packages: PACKAGES, env })
  /** @type {import('./process.js').Running | undefined} */
  let running
  /** @type {Set<string>} */
  const waiting = new Set()
  let isStopped = false
  let isFirst = true

  /** @param {string[]} changed */
  async function renew(changed) {
    const started = performance.now()
    const built = await bundler.build()
    if ('problems' in built) return onState(running?.url ?? null, built.problems)
    if (!built.isNew && running) return onState(running.url, [])
    const drained = gate.close(DRAIN_MS)
    onStart()
    await drained
    const last = running
    running = undefined
    await last?.stop()
    if (isStopped) return
    const next = await startServices({ child: await spare.take(), bundle: BUNDLE, onLine })
    const mayGiveUp = isFirst
    isFirst = false
    if ('failed' in next) {
      if (next.mendable && mayGiveUp) throw new StepError(next.mendable)
      if (next.mendable) onLine(next.mendable)
      fail(next.failed)
    } else {
      running = next
      void next.ended.then((words) => running === next && fail(words))
      onState(next.url, [])
      onReady({ changed, seconds: (performance.now() - started) / 1000 })
    }
    // Whoever waits is answered either way.
    gate.open()
    if (!isStopped) spare.prepare()
  }

  /** @param {string} words */
  function fail(words) {
    running = undefined
    if (!isStopped) onState(null, [{ part: 'services', kind: 'run', message: words || 'They have ended.' }])
  }

  /** One after the other; what comes meanwhile is taken together. @type {Promise<void>} */
  let working = Promise.resolve()
  /**
   * Throws a StepError where the first start fails for a reason that no edit mends.
   * @param {string[]} changed
   */
  function change(changed) {
    for (const path of changed) waiting.add(path)
    const run = async () => {
      if (isStopped || (waiting.size === 0 && running)) return
      const paths = [...waiting]
      waiting.clear()
      await renew(paths)
    }
    working = working.then(run, run)
    return working
  }

  return {
    change,
    async stop() {
      isStopped = true
      await working.catch(() => {})
      spare.discard()
      await running?.stop()
      await bundler.stop()
    },
  }
}

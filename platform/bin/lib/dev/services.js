import { StepError } from '../command.js'
import { BUNDLE, bundleServices, PACKAGES } from './bundle-services.js'
import { startServices } from './process.js'
import { createSpare } from './spare.js'

/** Time for in-flight requests before SIGTERM; they can still finish during the shutdown. */
const DRAIN_MS = 300

/** @typedef {import('./bundle-services.js').Problem} Problem */

/**
 * @typedef {object} ServicesOptions
 * @property {Record<string, string>} env
 * @property {import('../../../../packages/build/src/development-server/gate.js').Gate} gate
 * @property {(line: string) => void} onLine
 * @property {(event: { changed: string[], seconds: number }) => void} onReady
 * @property {() => void} onStart called when requests start to be held back
 * @property {(url: string | null, problems: Problem[]) => void} onState `url` is null while nothing listens
 */

/**
 * Runs the services and restarts them on `change`. A failed build leaves the running ones in place; requests are held
 * back during a restart.
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
    // Also after a failed start, so that no request hangs.
    gate.open()
    if (!isStopped) spare.prepare()
  }

  /** @param {string} words */
  function fail(words) {
    running = undefined
    if (!isStopped) onState(null, [{ part: 'services', kind: 'run', message: words || 'The services exited.' }])
  }

  /** Serializes restarts; changes during one are batched into the next. @type {Promise<void>} */
  let working = Promise.resolve()
  /**
   * Throws a StepError if the first start fails for a reason that no edit can fix.
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

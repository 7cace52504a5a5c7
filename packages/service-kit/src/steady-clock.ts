import type { Logger } from 'pino'

const DAY_MS = 86_400_000
/** Before this a machine's clock was not set yet. */
const SET_SINCE = Date.parse('2026-01-01')
const CATCH_UP = 2

/**
 * Returns the system's time, except after a step ahead of more than a day, which would end all sessions and remove what
 * is kept for some days: then a day more than has passed, and twice as fast as time passes until it has caught up. So a
 * wrong clock can be put right first. A new process starts with the system's time.
 * @param clock of the system by default, all in milliseconds; `elapsedMs` is monotonic
 */
export function createSteadyClock({
  log,
  now = () => Date.now(),
  elapsedMs = () => performance.now(),
}: {
  log: Logger
  now?: () => number
  elapsedMs?: () => number
}): () => Date {
  let [steady, sampledAt, isBehind] = [now(), elapsedMs(), false]

  function warn(system: number): void {
    const ahead = { system: new Date(system).toISOString(), expected: new Date(steady).toISOString() }
    log.error(ahead, 'The system clock has stepped ahead: set it right, or restart this process if it is right')
  }

  return () => {
    const [system, elapsed] = [now(), elapsedMs()]
    const passed = elapsed - sampledAt
    sampledAt = elapsed
    // Never slower than time passes: a clock that was set back for a while must not hold this one back.
    steady = Math.max(steady + passed, Math.min(system, steady + CATCH_UP * passed))
    if (steady < SET_SINCE) steady = system
    const time = Math.min(system, steady + DAY_MS)
    if (time < system && !isBehind) warn(system)
    isBehind = time < system
    return new Date(time)
  }
}

import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** How often the loop is asked for its pulse, in milliseconds: a hold is known to within this. */
const PULSE_MS = 1
/** Of the main thread, which has the process's own number: nanoseconds on a processor, and others. */
const OWN_TIME = `/proc/self/task/${process.pid}/schedstat`

/**
 * Loaded before a server's own code, in its process: on each message of its parent it answers the longest times between two
 * pulses of the event loop since the last one, in milliseconds, collecting garbage included: by the clock, and of the
 * thread's own time, which the machine's other work is no part of.
 */
if (isMainThread && process.send) {
  let [clock, own] = [performance.now(), ownMs()]
  let longest = { clockMs: 0, ownMs: 0 }
  setInterval(() => {
    const [now, used] = [performance.now(), ownMs()]
    longest = { clockMs: Math.max(longest.clockMs, now - clock), ownMs: Math.max(longest.ownMs, used - own) }
    clock = now
    own = used
  }, PULSE_MS).unref()
  process.on('message', () => {
    process.send?.(longest)
    longest = { clockMs: 0, ownMs: 0 }
  })
  // Listening alone keeps no process running.
  process.channel?.unref()
}

function ownMs() {
  return Number(readFileSync(OWN_TIME, 'utf8').split(' ')[0]) / 1e6
}

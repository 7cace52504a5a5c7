import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** Sampling interval in milliseconds: the resolution of a measured block. */
const PULSE_MS = 1
/** Main thread (its id is the pid): the first field is the processor time in nanoseconds. */
const OWN_TIME = `/proc/self/task/${process.pid}/schedstat`

/**
 * Preloaded into a server with --import. Replies to each message of its parent with the longest gaps between two timer
 * ticks since the previous message, in milliseconds, garbage collection included: wall-clock time, and thread time,
 * which excludes other load on the machine.
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
  // The IPC channel alone must not keep the process running.
  process.channel?.unref()
}

function ownMs() {
  return Number(readFileSync(OWN_TIME, 'utf8').split(' ')[0]) / 1e6
}

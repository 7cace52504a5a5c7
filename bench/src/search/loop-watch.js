import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** How often the loop is asked for its pulse, in milliseconds: a hold is known to within this. */
const RESOLUTION_MS = 1

/**
 * Loaded before a server's own code, in its process: on each message of its parent it answers the longest time that the
 * event loop was held since the last one, in milliseconds, collecting garbage included.
 */
if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  process.on('message', () => {
    process.send?.({ longestMs: delay.max / 1e6 })
    delay.reset()
  })
  // Listening alone keeps no process running.
  process.channel?.unref()
}

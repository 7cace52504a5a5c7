import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** A collection lets finalizers run and compiled code age; what they held goes with a later one. */
const COLLECTIONS = 8
const BETWEEN_MS = 20

/**
 * Preloaded into a server with --import. Writes process.memoryUsage() after forced collections to every connection on
 * the socket HEAP_SOCKETS/<pid>.
 */
if (isMainThread && process.env.HEAP_SOCKETS) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const server = createServer(async (asked) => {
    for (let count = 0; count < COLLECTIONS; count += 1) {
      collect()
      await pause(BETWEEN_MS)
    }
    asked.end(JSON.stringify(process.memoryUsage()))
  })
  server.listen(`${process.env.HEAP_SOCKETS}/${process.pid}`).unref()
}

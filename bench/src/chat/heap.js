import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { getHeapCodeStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** A collection lets finalizers run; what they held goes with a later one. */
const COLLECTIONS = 8
const BETWEEN_MS = 20

/**
 * Preloaded into a server with --import. Writes its memory in bytes, after forced collections, to every connection on
 * the socket HEAP_SOCKETS/<pid>. `heapUsed` is without compiled code, which V8 makes and drops as it likes.
 */
if (isMainThread && process.env.HEAP_SOCKETS) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const server = createServer(async (asked) => {
    for (let count = 0; count < COLLECTIONS; count += 1) {
      collect()
      await pause(BETWEEN_MS)
    }
    const { rss, heapUsed } = process.memoryUsage()
    asked.end(JSON.stringify({ rss, heapUsed: heapUsed - getHeapCodeStatistics().code_and_metadata_size }))
  })
  server.listen(`${process.env.HEAP_SOCKETS}/${process.pid}`).unref()
}

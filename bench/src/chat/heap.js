import { createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded before a server's own code, in its process: tells whoever connects to its socket, which is named after the
 * process, what memory is used after a forced collection.
 */
if (isMainThread && process.env.HEAP_SOCKETS) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const server = createServer((asked) => {
    collect()
    asked.end(JSON.stringify(process.memoryUsage()))
  })
  server.listen(`${process.env.HEAP_SOCKETS}/${process.pid}`).unref()
}

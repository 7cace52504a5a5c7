import { createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/**
 * Preloaded into a server with --import. Writes process.memoryUsage() after a forced collection to every connection on
 * the socket HEAP_SOCKETS/<pid>.
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

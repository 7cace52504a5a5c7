import type { Worker } from 'node:worker_threads'
import { startWorker } from '../../worker.ts'

const CODE = {
  name: 'reader-thread',
  source: new URL('./reader-thread.ts', import.meta.url),
  native: '@photostructure/sqlite',
}

export function startThread(shared: Int32Array): Promise<Worker> {
  return startWorker(CODE, {
    workerData: shared,
    name: 'store reader',
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
}

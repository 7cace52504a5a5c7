import { parentPort, workerData } from 'node:worker_threads'
import type { PostType } from '@aangan/contracts/post-constants'
import type { Span } from './by-time.ts'
import type { SearchedPost } from './listing-row.ts'
import type { MapView, SearchRequest } from './search.ts'
import { createServedIndex } from './served-index.ts'

export interface WorkerData {
  file: string | null
}

export interface Call {
  number: number
  name: keyof Calls
  args: unknown[]
}
export type Answer = { number: number } & ({ result: unknown } | { problem: string })

export type Calls = typeof calls

const keeper = createServedIndex((workerData as WorkerData).file)
const calls = {
  open: keeper.open,
  apply: keeper.apply,
  begin: keeper.begin,
  fill: keeper.fill,
  finish: keeper.finish,
  save: keeper.save,
  page: (request: SearchRequest) => keeper.index.page(request),
  map: (view: MapView) => keeper.index.map(view),
  similar: (post: SearchedPost) => keeper.index.similar(post),
  cities: (type: PostType | null) => keeper.index.cities(type),
  suggest: (q: string | null, limit: number) => keeper.index.suggest(q, limit),
  divide: (times: number[], size: number) => keeper.index.divide(times, size),
  lines: (span: Span, limit: number) => keeper.index.lines(span, limit),
  count: () => keeper.index.count,
}

parentPort?.on('message', async ({ number, name, args }: Call) => {
  parentPort?.postMessage(await answer(number, name, args))
})

async function answer(number: number, name: keyof Calls, args: unknown[]): Promise<Answer> {
  try {
    const call = calls[name] as (...args: unknown[]) => unknown
    return { number, result: await call(...args) }
  } catch (error) {
    return { number, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

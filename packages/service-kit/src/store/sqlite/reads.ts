import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FindOptions } from '../store.ts'
import { readFilter } from './filter.ts'
import { openStoreOf } from './thread-protocol.ts'
import type { Asked, Threads } from './threads.ts'

const CHUNK_SIZE = 500

export interface Reads {
  find<T>(collection: string, filter: object, options: FindOptions): Promise<T[]>
  stream<T>(collection: string, filter: object, options: FindOptions): AsyncGenerator<T, void, undefined>
  count(collection: string, filter: object, limit?: number): Promise<number>
  ping(): Promise<void>
  close(): Promise<void>
}

/** Returns only what is on the disk: a response to a read may acknowledge an earlier write. */
export function createReads(file: string, threads: Threads, flushed: () => Promise<void>): Reads {
  const store = openStoreOf(file)
  let isClosed = false
  threads.prepare()

  async function ask<A>(read: Asked['read'], collection: string, ...args: unknown[]): Promise<A> {
    if (isClosed) throw new Error(`The store ${file} is closed`)
    const answer = (await threads.ask({ store, read, collection, args })) as A
    await flushed()
    return answer
  }

  /** Rejects values that are not JSON before they are copied to the thread, which changes some. */
  function askMatching<A>(read: Asked['read'], collection: string, filter: object, ...args: unknown[]): Promise<A> {
    readFilter(filter)
    return ask(read, collection, filter, ...args)
  }

  async function find<T>(collection: string, filter: object, options: FindOptions): Promise<T[]> {
    return parseAll(await askMatching<string[]>('find', collection, filter, options))
  }

  return {
    find,
    /** Fetches row ids first, 8 bytes each: an open query would pin the write-ahead log while the consumer is slow. */
    async *stream<T>(collection: string, filter: object, options: FindOptions) {
      if (options.limit && options.limit <= CHUNK_SIZE) return yield* await find<T>(collection, filter, options)
      const rowIds = await askMatching<Float64Array>('findRowIds', collection, filter, options)
      const chunkFrom = (from: number): Promise<string[]> => {
        if (from >= rowIds.length) return Promise.resolve([])
        const chunk = { rowIds: [...rowIds.subarray(from, from + CHUNK_SIZE)], projection: options.projection }
        const reading = ask<string[]>('findAt', collection, filter, chunk)
        // Awaited a round later; an abandoned stream must not leave an unhandled rejection.
        reading.catch(() => undefined)
        return reading
      }
      let next = chunkFrom(0)
      for (let from = 0; from < rowIds.length; from += CHUNK_SIZE) {
        const lists = await next
        next = chunkFrom(from + CHUNK_SIZE)
        yield* await parseAll<T>(lists)
      }
    },
    count: async (collection, filter, limit) => askMatching('count', collection, filter, limit),
    ping: () => ask('ping', ''),
    async close() {
      isClosed = true
      await threads.close(store.id)
    },
  }
}

/** Parses a large result over several turns of the event loop. */
async function parseAll<T>([first = '[]', ...others]: string[]): Promise<T[]> {
  const documents: T[] = JSON.parse(first)
  for (const list of others) {
    await nextTurn()
    documents.push(...JSON.parse(list))
  }
  return documents
}

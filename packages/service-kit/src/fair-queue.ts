import type { Client } from './client.ts'
import { AppError } from './errors.ts'
import { FairLanes } from './fair-lanes.ts'

interface FairQueueOptions {
  atOnce: number
  /** Of these, for one address; by default all. */
  atOnceEach?: number
  /** After its work an address rests for as long as that took: others find the process idle half of the time. */
  rests?: boolean
  /** Beyond this, the latest work of the address with the most is rejected: one address cannot fill the queue. */
  waiting: number
  /** Longest wait: callers give up eventually, and the work would be wasted. */
  patienceMs?: number
  busy: string
}

/**
 * Without a client, work is that of nobody in particular, as if of one more address.
 * @throws UNAVAILABLE with the message `busy` if too many are waiting or it waited too long; TIMED_OUT if the client left.
 * The work is not started then.
 */
export type FairQueue = <T>(work: () => Promise<T>, client?: Client) => Promise<T>

interface Waiting {
  client: Client
  start(): void
  reject(error: Error): void
}

const RETRY_AFTER_S = 5
const NOBODY: Client = { address: '', user: null }

/** Gives turns to addresses one after the other, and those of an address to its people, since thousands may share one. */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { atOnce, atOnceEach = atOnce, rests = false, waiting, patienceMs, busy } = options
  const lanes = new FairLanes<Waiting>()
  const running = new Map<string, number>()
  let runningCount = 0

  const tooBusy = () => new AppError('UNAVAILABLE', busy, { retryAfterS: RETRY_AFTER_S })
  const mayStart = (address: string) => runningCount < atOnce && (running.get(address) ?? 0) < atOnceEach

  function begin({ address }: Client): void {
    runningCount += 1
    running.set(address, (running.get(address) ?? 0) + 1)
  }

  function end(client: Client, restMs: number): void {
    runningCount -= 1
    if (restMs > 0) setTimeout(() => release(client), restMs)
    else release(client)
    startNext()
  }

  function release({ address }: Client): void {
    const left = (running.get(address) ?? 1) - 1
    if (left > 0) running.set(address, left)
    else running.delete(address)
    startNext()
  }

  function startNext(): void {
    const next = runningCount < atOnce ? lanes.take(mayStart) : undefined
    if (next === undefined) return
    begin(next.client)
    next.start()
  }

  async function wait(client: Client): Promise<void> {
    let settle = () => {}
    try {
      await new Promise<void>((resolve, reject) => {
        const one: Waiting = { client, start: resolve, reject }
        const giveUp = (error: Error) => {
          lanes.remove(one)
          reject(error)
        }
        const leave = () => giveUp(clientLeft())
        const timer = patienceMs === undefined ? undefined : setTimeout(() => giveUp(tooBusy()), patienceMs)
        client.signal?.addEventListener('abort', leave)
        settle = () => {
          clearTimeout(timer)
          client.signal?.removeEventListener('abort', leave)
        }
        lanes.add(one)
        if (lanes.size > waiting) lanes.takeLastOfMost()?.reject(tooBusy())
      })
    } finally {
      settle()
    }
  }

  return async (work, client = NOBODY) => {
    if (client.signal?.aborted) throw clientLeft()
    if (mayStart(client.address)) begin(client)
    else await wait(client)
    const began = performance.now()
    try {
      return await work()
    } finally {
      end(client, rests ? performance.now() - began : 0)
    }
  }
}

/** Read by nobody: the connection is closed. */
function clientLeft(): AppError {
  return new AppError('TIMED_OUT', 'The request was cancelled.')
}

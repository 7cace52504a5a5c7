import { DecoratorHandler, Dispatcher } from 'undici'

const LEFT_OUT_MS = 2_000

interface Replica {
  pool: Dispatcher
  outUntil: number
  /** Calls without a response yet. */
  waiting: number
}

interface Failures {
  isRefused: (error: Error) => boolean
  isTimeout: (error: Error) => boolean
}

/**
 * Calls go to the process with the fewest unanswered ones; round robin among equals. One that refuses a connection or lets
 * a call run out of time is left out for a moment. A call whose connection is refused is retried on the other processes,
 * unless its body is a stream.
 */
export class Replicas extends Dispatcher {
  readonly #replicas: Replica[]
  readonly #failures: Failures
  #last = 0

  constructor(pools: Dispatcher[], failures: Failures) {
    super()
    this.#replicas = pools.map((pool) => ({ pool, outUntil: 0, waiting: 0 }))
    this.#failures = failures
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return this.#try(options, handler, [])
  }

  override async close(): Promise<void> {
    await Promise.all(this.#replicas.map(({ pool }) => pool.close()))
  }

  #try(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler, refused: Replica[]): boolean {
    const replica = this.#next(refused)
    const onError = (error: Error): boolean => {
      const isRefused = this.#failures.isRefused(error)
      if (isRefused || this.#failures.isTimeout(error)) replica.outUntil = performance.now() + LEFT_OUT_MS
      if (!isRefused) return false
      const tried = [...refused, replica]
      const isLast = tried.length === this.#replicas.length || !isRepeatable(options.body)
      if (!isLast) this.#try(options, handler, tried)
      return !isLast
    }
    return replica.pool.dispatch(options, watching(handler, { replica, onError }))
  }

  /** Never one that has refused this call; others that are left out only if there is no better one. */
  #next(refused: Replica[]): Replica {
    const count = this.#replicas.length
    const order = Array.from({ length: count }, (_, step) => (this.#last + 1 + step) % count)
    const left = order.flatMap((index) => this.#replicas[index] ?? []).filter((one) => !refused.includes(one))
    const now = performance.now()
    const known = left.filter(({ outUntil }) => outUntil <= now)
    const usable = known.length > 0 ? known : left
    const fewest = Math.min(...usable.map(({ waiting }) => waiting))
    const replica = usable.find(({ waiting }) => waiting === fewest)
    if (!replica) throw new Error('no replica is left to try')
    this.#last = this.#replicas.indexOf(replica)
    return replica
  }
}

function isRepeatable(body: Dispatcher.DispatchOptions['body']): boolean {
  return body == null || typeof body === 'string' || Buffer.isBuffer(body)
}

/** One decorator for both, since each costs as much as passing a response on. */
function watching(
  handler: Dispatcher.DispatchHandler,
  { replica, onError }: { replica: Replica; onError: (error: Error) => boolean },
): Dispatcher.DispatchHandler {
  const decorated: Dispatcher.DispatchHandler = new DecoratorHandler(handler)
  const begin = decorated.onResponseStart?.bind(decorated)
  const fail = decorated.onResponseError?.bind(decorated)
  let isWaiting = true
  const end = () => {
    if (isWaiting) replica.waiting -= 1
    isWaiting = false
  }
  replica.waiting += 1
  decorated.onResponseStart = (...response) => {
    end()
    begin?.(...response)
  }
  decorated.onResponseError = (controller, error) => {
    end()
    if (!onError(error)) fail?.(controller, error)
  }
  return decorated
}

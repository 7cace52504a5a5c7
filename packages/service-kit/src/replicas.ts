import { DecoratorHandler, Dispatcher } from 'undici'

const LEFT_OUT_MS = 2_000

/** Round robin. A call whose connection is refused is retried on the next process, unless its body is a stream. */
export class Replicas extends Dispatcher {
  readonly #replicas: { pool: Dispatcher; outUntil: number }[]
  readonly #isRefused: (error: Error) => boolean
  #last = 0

  constructor(pools: Dispatcher[], isRefused: (error: Error) => boolean) {
    super()
    this.#replicas = pools.map((pool) => ({ pool, outUntil: 0 }))
    this.#isRefused = isRefused
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return this.#try(options, handler, isRepeatable(options.body) ? this.#replicas.length : 1)
  }

  override async close(): Promise<void> {
    await Promise.all(this.#replicas.map(({ pool }) => pool.close()))
  }

  #try(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler, tries: number): boolean {
    const replica = this.#next()
    const onRefused = (error: Error): boolean => {
      if (!this.#isRefused(error)) return false
      replica.outUntil = Date.now() + LEFT_OUT_MS
      if (tries > 1) this.#try(options, handler, tries - 1)
      return tries > 1
    }
    return replica.pool.dispatch(options, trying(handler, onRefused))
  }

  /** Skips refused ones, unless all are. */
  #next(): { pool: Dispatcher; outUntil: number } {
    const count = this.#replicas.length
    const now = Date.now()
    const order = Array.from({ length: count }, (_, step) => (this.#last + 1 + step) % count)
    const at = order.find((index) => (this.#replicas[index]?.outUntil ?? 0) <= now) ?? (this.#last + 1) % count
    this.#last = at
    const replica = this.#replicas[at]
    if (!replica) throw new Error('no replica is configured')
    return replica
  }
}

function isRepeatable(body: Dispatcher.DispatchOptions['body']): boolean {
  return body == null || typeof body === 'string' || Buffer.isBuffer(body)
}

function trying(handler: Dispatcher.DispatchHandler, onError: (error: Error) => boolean): Dispatcher.DispatchHandler {
  const decorated: Dispatcher.DispatchHandler = new DecoratorHandler(handler)
  const fail = decorated.onResponseError?.bind(decorated)
  decorated.onResponseError = (controller, error) => {
    if (!onError(error)) fail?.(controller, error)
  }
  return decorated
}

import { DecoratorHandler, type Dispatcher, Pool } from 'undici'

/** Limits the wait for a free connection; undici's own pool waits forever. */
export class TimeLimitedPool extends Pool {
  readonly #waitMs: number
  #isFull = false

  constructor(origin: string, { waitMs, ...options }: Pool.Options & { waitMs: number }) {
    super(origin, options)
    this.#waitMs = waitMs
    this.on('drain', () => {
      this.#isFull = false
    })
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    // Most calls find a free connection and need no timer.
    const hasRoom = super.dispatch(options, this.#isFull ? notLongerThan(this.#waitMs, handler) : handler)
    this.#isFull = !hasRoom
    return hasRoom
  }
}

const NOT_STARTED: Dispatcher.DispatchController = {
  aborted: true,
  paused: false,
  reason: null,
  abort() {},
  pause() {},
  resume() {},
}

/** Fails a call that is still queued after `waitMs`; the pool drops it when its turn comes. */
function notLongerThan(waitMs: number, handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  const waiting: Dispatcher.DispatchHandler = new DecoratorHandler(handler)
  const start = waiting.onRequestStart?.bind(waiting)
  const fail = waiting.onResponseError?.bind(waiting)
  let overdue: Error | null = null
  const timer = setTimeout(() => {
    overdue = new DOMException(`No connection was free for ${waitMs} ms`, 'TimeoutError')
    fail?.(NOT_STARTED, overdue)
  }, waitMs)
  waiting.onRequestStart = (controller, context) => {
    clearTimeout(timer)
    if (overdue === null) start?.(controller, context)
    else controller.abort(overdue)
  }
  waiting.onResponseError = (controller, error) => {
    clearTimeout(timer)
    // A call fails only once.
    if (overdue === null) fail?.(controller, error)
  }
  return waiting
}

import { getHeapStatistics } from 'node:v8'
import vm from 'node:vm'
import type { Answer, Order, Step } from './orders.ts'

/**
 * The process that runs the bundles of a release of the shell and of one remote. It is started without an environment and
 * with no right to files, processes and threads, and does what its parent orders, one thing after another; the parent
 * limits its time.
 */
const context = vm.createContext(Object.create(null), {
  // All that is awaited has ended when the call returns.
  microtaskMode: 'afterEvaluate',
  codeGeneration: { strings: false, wasm: false },
})
const mostBytes = getHeapStatistics().heap_size_limit
/** Its parent would have ended the process long before, so it must be gone. */
const LIMIT = { timeout: Number(process.argv[1]) }

const renderRemote = new vm.Script('realm.renderRemote(page)', { filename: 'render' })
const renderShell = new vm.Script('realm.renderShell()', { filename: 'render' })

function obey(order: Order): Answer {
  const { id } = order
  if ('code' in order) {
    run(new vm.Script(order.code, { filename: order.filename }))
    return { id }
  }
  context.page = order.page
  const [, remote] = run(renderRemote)
  process.send?.({ id, begins: 'shell' } satisfies Step)
  const [result, shell] = run(renderShell)
  if (typeof result !== 'string') throw new Error('it made no page')
  return { id, result, costMs: { remote, shell } }
}

function run(script: vm.Script): [result: unknown, costMs: number] {
  const before = process.cpuUsage()
  const result: unknown = script.runInContext(context, LIMIT)
  // Only what is on the heap is limited by Node.js itself.
  if (process.memoryUsage().arrayBuffers > mostBytes) process.exit()
  const { user, system } = process.cpuUsage(before)
  return [result, (user + system) / 1_000]
}

process.on('message', (order: Order) => {
  let answer: Answer
  try {
    answer = obey(order)
  } catch (error) {
    answer = { id: order.id, error: textOf(error) }
  }
  process.send?.(answer)
})
process.on('disconnect', () => process.exit())
// What a bundle has not caught: whether it matters, its page says.
process.on('unhandledRejection', () => {})

/** Errors of the realm are no instances of this one's. */
function textOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return typeof message === 'string' ? message : 'it threw'
}

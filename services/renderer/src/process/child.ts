import { getHeapStatistics } from 'node:v8'
import vm from 'node:vm'
import type { Answer, Order } from './orders.ts'

/**
 * The process that runs the bundles of one set of releases. It is started without an environment and with no right to
 * files, processes and threads, and does what its parent orders, one thing after another; the parent limits its time.
 */
const context = vm.createContext(Object.create(null), {
  // All that is awaited has ended when the call returns.
  microtaskMode: 'afterEvaluate',
  codeGeneration: { strings: false, wasm: false },
})
const mostBytes = getHeapStatistics().heap_size_limit
const renderPage = new vm.Script('realm.render(page)', { filename: 'render' })
const readResult = new vm.Script('realm.page.result', { filename: 'result' })

function obey(order: Order): Answer {
  if ('code' in order) {
    new vm.Script(order.code, { filename: order.filename }).runInContext(context)
    return { id: order.id }
  }
  const before = process.cpuUsage()
  context.page = order.page
  renderPage.runInContext(context)
  const result: unknown = readResult.runInContext(context)
  if (typeof result !== 'string') throw new Error('it awaits what never comes')
  const { user, system } = process.cpuUsage(before)
  return { id: order.id, result, costMs: (user + system) / 1_000 }
}

process.on('message', (order: Order) => {
  let answer: Answer
  try {
    answer = obey(order)
  } catch (error) {
    answer = { id: order.id, error: textOf(error) }
  }
  // Only what is on the heap is limited by Node.js itself.
  if (process.memoryUsage().arrayBuffers > mostBytes) process.exit()
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

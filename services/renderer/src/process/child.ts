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
/** Of a page as JSON, in which quotes take two. The realm's own limit is within reach of bundles. */
const MOST_CHARACTERS = 8_000_000
/** Of an error, for the log. */
const MOST_OF_ERROR = 10_000

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
  if (result.length > MOST_CHARACTERS) throw new Error(`its page has ${result.length} characters`)
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

/** Errors of the realm are no instances of this one's, and reading them may throw again. */
function textOf(error: unknown): string {
  try {
    const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
    if (typeof message === 'string') return message.slice(0, MOST_OF_ERROR)
  } catch {}
  return 'it threw'
}

import type { Panel } from './panel.ts'
import type { Problem } from './problem.ts'

/** Shows uncaught errors, and errors logged by an error boundary. */
export function watchFailures(panel: Panel): void {
  const seen = new WeakSet<Error>()

  async function show(error: unknown, isCaught: boolean): Promise<void> {
    if (!(error instanceof Error) || seen.has(error)) return
    seen.add(error)
    const position = await locate(error)
    panel.add({ part: 'page', kind: 'run', message: `${error.name}: ${error.message}`, ...position }, isCaught)
  }

  window.addEventListener('error', ({ error }) => void show(error, false))
  window.addEventListener('unhandledrejection', ({ reason }) => void show(reason, false))
  const { console } = globalThis
  const write = console.error
  console.error = (...args: unknown[]) => {
    write.apply(console, args)
    for (const arg of args) void show(arg, true)
  }
}

/** Only the development server has the source maps. */
async function locate({ stack }: Error): Promise<Partial<Problem>> {
  try {
    const answer = await fetch('/dev/locate', { method: 'POST', body: stack ?? '' })
    return (await answer.json()) as Partial<Problem>
  } catch {
    // The server has stopped: show the message without a location.
    return {}
  }
}

import { onTestFinished } from 'vitest'

/** The paths of what the page asks the browser for from now on, such as pictures; what `fetch` asks is `network.asked`. */
export function watchRequests(): readonly string[] {
  const asked: string[] = []
  const watching = new PerformanceObserver((list) => {
    asked.push(...list.getEntries().map(({ name }) => new URL(name).pathname))
  })
  watching.observe({ type: 'resource' })
  onTestFinished(() => watching.disconnect())
  return asked
}

import { onTestFinished } from 'vitest'

/** Paths of all resources loaded from now on, such as pictures; `fetch` requests are in `network.asked`. */
export function watchRequests(): readonly string[] {
  const asked: string[] = []
  const watching = new PerformanceObserver((list) => {
    asked.push(...list.getEntries().map(({ name }) => new URL(name).pathname))
  })
  watching.observe({ type: 'resource' })
  onTestFinished(() => watching.disconnect())
  return asked
}

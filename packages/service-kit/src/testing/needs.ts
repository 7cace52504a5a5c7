import { beforeEach, type TestContext } from 'vitest'

export type Found<T> = { value: T } | { missing: string }

declare module 'vitest' {
  interface TaskMeta {
    /** Why this test was skipped, for vitest's JSON report and the last line of `npm test`. */
    needs?: string
  }
}

/**
 * Call it before any `beforeEach` that uses the dependency. If that is missing, each test is skipped with the reason
 * (in the JSON report as `meta.needs`), or fails with CI=true, unless `mayLackInCi`. In `beforeAll`, which runs before
 * anything can be skipped, let the returned function throw.
 */
export function needs<T>(what: string, found: Found<T>, options: { mayLackInCi?: boolean } = {}): () => T {
  if ('value' in found) return () => found.value
  const reason = `needs ${what}: ${found.missing}`
  const fail = process.env.CI === 'true' && !options.mayLackInCi
  beforeEach((context) => {
    if (fail) throw new Error(`${reason} (with CI=true nothing may be skipped)`)
    skip(context, reason)
  })
  return () => {
    throw new Error(reason)
  }
}

function skip(context: TestContext, reason: string): never {
  context.task.meta.needs = reason
  return context.skip(reason)
}

import { beforeEach, type TestContext } from 'vitest'

/** A part that tests need and that may not be had on this machine: the part itself, or why there is none. */
export type Found<T> = { value: T } | { missing: string }

declare module 'vitest' {
  interface TaskMeta {
    /** Why this test was skipped: vitest's JSON report carries it, the closing line of `npm test` counts it. */
    needs?: string
  }
}

/**
 * Call it first in a file or `describe` block, before any `beforeEach` that uses the part: where the part is missing,
 * each test there reports itself as skipped with the reason (`needs MongoDB: no MONGO_URL, no mongod …`), in the
 * terminal as its note and in the JSON report as `meta.needs`. With CI=true a missing part fails the tests instead, so
 * that a broken runner cannot pass, unless `mayLackInCi`.
 *
 * Start and open things in `beforeEach` or in the tests, or guard a `beforeAll` with the returned function's throw: hooks
 * of `beforeAll` run before anything can be skipped.
 *
 * @returns a function giving the part; it throws the reason where the part is missing.
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

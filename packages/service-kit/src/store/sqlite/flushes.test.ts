import { expect, test } from 'vitest'
import { needs } from '../../testing/needs.ts'
import { findStrace, traceChild } from '../../testing/power-cut/trace.ts'
import { newSqliteUrl } from '../../testing/sqlite-url.ts'

const strace = needs('strace', await findStrace())
const CHILD = new URL('../../testing/store-child.ts', import.meta.url)

/** The system forgets lost pages once it has reported them: the next flush would succeed without them. */
test('after a failed flush nothing is acknowledged any more', { timeout: 180_000 }, async () => {
  const failing = ['-e', 'inject=fdatasync:error=EIO:when=5']
  const { said } = await traceChild(strace(), CHILD, [await newSqliteUrl(), 'fail'], failing)
  expect([...said.values()].flat()).toEqual([
    ...['failed: UNAVAILABLE', 'then insert: UNAVAILABLE', 'then find: UNAVAILABLE', 'then ping: UNAVAILABLE'],
    'done',
  ])
})

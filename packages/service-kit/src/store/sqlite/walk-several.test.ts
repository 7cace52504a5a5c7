import { expect, test } from 'vitest'
import { openConnection, type SqlValue } from './connection.ts'
import { compareValues, type Entry, merge } from './walk-several.ts'

const VALUES: SqlValue[] = [null, -1.5, 0, 3, 10, '', '10', '9', 'A', 'a', 'z', 'é', '\uffee', '😀', 'a😀', 'a\uffee']

test('values stand in the order in which SQLite has them', () => {
  const connection = openConnection(':memory:')
  const ordered = (values: SqlValue[]) =>
    connection
      .all<{ value: SqlValue }>('SELECT value FROM json_each(?) ORDER BY value', [JSON.stringify(values)])
      .map(({ value }) => value)
  expect(VALUES.toReversed().sort(compareValues)).toEqual(ordered(VALUES))
  connection.close()
})

test('stretches become one, in order, and each is read no further than needed', () => {
  const stretches = [[1, 4, 4, 9], [], [2, 4, 8, 8, 10], [3]]
  const read = stretches.map(() => 0)
  const cursors = stretches.map((values, which) => ({
    next(): Entry | undefined {
      const value = values[read[which] ?? 0]
      read[which] = (read[which] ?? 0) + 1
      return value === undefined ? undefined : { place: which, fits: 1, key0: value }
    },
    close() {},
  }))
  const merged = merge(cursors, [1])
  const taken = Array.from({ length: 5 }, () => merged.next().value)
  expect(taken.map((entry) => entry?.key0)).toEqual([1, 2, 3, 4, 4])
  // The first of each, and one more wherever one was taken before the last.
  expect(read.reduce((sum, count) => sum + count, 0)).toBe(4 + 4)
})

test('statements of one text are read side by side, and used again', () => {
  const connection = openConnection(':memory:')
  const sql = 'WITH RECURSIVE up(n) AS (SELECT ? UNION ALL SELECT n + 1 FROM up LIMIT 3) SELECT n FROM up'
  for (let round = 0; round < 3; round += 1) {
    const cursors = [10, 20].map((from) => connection.open<{ n: number }>(sql, [from]))
    expect(cursors.map((cursor) => cursor.next()?.n)).toEqual([10, 20])
    expect(cursors.map((cursor) => cursor.next()?.n)).toEqual([11, 21])
    for (const cursor of cursors) cursor.close()
  }
  connection.close()
})

import { expect, test } from 'vitest'
import { limitCreations } from './creation-limit.ts'

const HOUR_MS = 3_600_000

test('those who wait go on if a new hour has begun meanwhile, even though the slots that they wait for are used', async () => {
  let time = 0
  const take = limitCreations({ limit: 10, windowMs: HOUR_MS, now: () => time })
  const reserved = []
  for (let count = 0; count < 10; count += 1) reserved.push(await take('a'))
  for (const { settle } of reserved.slice(0, 8)) settle?.(true)
  const waiting = [take('a'), take('a')]
  time = HOUR_MS
  expect(await take('a')).toMatchObject({ waitMs: 0 })
  for (const { settle } of reserved.slice(8)) settle?.(true)
  expect(await Promise.all(waiting)).toMatchObject([{ waitMs: 0 }, { waitMs: 0 }])
})

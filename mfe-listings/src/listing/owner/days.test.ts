import { createFormat } from '@aangan/contracts/format'
import { expect, test } from 'vitest'
import { busiest, isToday, lastDays, sumOf } from './days.ts'

const NOW = new Date('2026-03-02T23:59:00.000Z')

test('fills in days without views among the last 30', () => {
  const days = lastDays(
    [
      { day: '2026-01-30', count: 9 },
      { day: '2026-02-01', count: 2 },
      { day: '2026-03-02', count: 3 },
    ],
    NOW,
  )
  expect(days).toHaveLength(30)
  expect(days[0]).toEqual({ day: '2026-02-01', count: 2 })
  expect(days.slice(-2)).toEqual([
    { day: '2026-03-01', count: 0 },
    { day: '2026-03-02', count: 3 },
  ])
  expect(sumOf(days)).toBe(5)
})

test.each([
  ['2026-03-02T00:00:00.000Z', true],
  ['2026-03-02T18:29:00.000Z', true],
  ['2026-03-02T18:30:00.000Z', false],
])('whether 2 March is today in India at %s: %s', (now, is) => {
  const format = createFormat({ locale: 'en-IN', currency: 'usd' })
  expect(isToday('2026-03-02', new Date(now), format)).toBe(is)
})

test('picks the latest of the busiest days, and none without views', () => {
  const days = [4, 9, 0, 9, 1].map((count, at) => ({ day: `2026-03-0${at + 1}`, count }))
  expect(busiest(days)).toEqual({ day: '2026-03-04', count: 9 })
  expect(busiest(lastDays([], NOW))).toBeNull()
})

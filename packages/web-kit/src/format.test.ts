import { describe, expect, it } from 'vitest'
import { formatAgo, formatDistance, formatHomes } from './format.ts'

describe('formatHomes', () => {
  it.each([
    [0, false, '0 homes'],
    [1, false, '1 home'],
    [1204, false, '1,204 homes'],
    [10_000, true, '10,000+ homes'],
  ])('writes %d, more: %s, as %s', (count, more, text) => {
    expect(formatHomes(count, { more, locale: 'en-US' })).toBe(text)
  })
})

describe('formatDistance', () => {
  it.each([
    [0, '0m'],
    [850, '850m'],
    [999, '999m'],
    [1000, '1km'],
    [1500, '1.5km'],
    [1254, '1.25km'],
    [12_000, '12km'],
  ])('writes %d metres as %s', (metres, text) => expect(formatDistance(metres)).toBe(text))
})

describe('formatAgo', () => {
  const now = Date.parse('2026-03-10T12:00:00Z')

  it.each([
    ['2026-03-10T12:00:30Z', 'just now'],
    ['2026-03-10T11:59:01Z', 'just now'],
    ['2026-03-10T11:59:00Z', '1 minute ago'],
    ['2026-03-10T11:01:00Z', '59 minutes ago'],
    ['2026-03-10T11:00:00Z', '1 hour ago'],
    ['2026-03-09T12:00:01Z', '23 hours ago'],
    ['2026-03-09T12:00:00Z', '1 day ago'],
    ['2026-01-10T12:00:00Z', '59 days ago'],
  ])('says of %s: %s', (time, text) => expect(formatAgo(time, now)).toBe(text))
})

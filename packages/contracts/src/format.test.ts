import { describe, expect, it } from 'vitest'
import { createFormat, type Format, knownLocale } from './format.ts'

const usd = (locale: string) => createFormat({ locale, currency: 'usd' })
const inr = (locale = 'en-US') => createFormat({ locale, currency: 'inr' })

describe('a price', () => {
  it.each([
    ['en-US', 0, '$ 0'],
    ['en-US', 950, '$ 950'],
    ['en-US', 1_200_000, '$ 1,200,000'],
    ['en-IN', 1_200_000, '$ 12,00,000'],
    ['de-DE', 1_200_000, '$ 1.200.000'],
    ['mr-IN', 1_200_000, '$ 12,00,000'],
  ])('in dollars is grouped for %s: %d, %s', (locale, amount, text) => {
    expect(usd(locale).price(amount)).toBe(text)
    expect(usd(locale).exactPrice(amount)).toBe(text)
  })

  it.each([
    [0, '₹0'],
    [12_500, '₹12,500'],
    [99_999, '₹99,999'],
    [100_000, '₹1 Lac'],
    [4_500_000, '₹45 Lac'],
    [4_567_000, '₹45.67 Lac'],
    [9_999_999, '₹1 Cr'],
    [12_000_000, '₹1.2 Cr'],
    [25_000_000, '₹2.5 Cr'],
    [12_345_600_000, '₹1,234.56 Cr'],
  ])('in rupees is in lakhs and crores for every reader: %d, %s', (amount, text) => {
    expect([inr().price(amount), inr('de-DE').price(amount)]).toEqual([text, text])
  })

  it('is not rounded when it is paid', () => expect(inr('de-DE').exactPrice(123_456)).toBe('₹1,23,456'))

  it('is short on a marker', () => {
    expect([99_999, 100_000, 4_500_000, 123_456_789].map(usd('de-DE').shortPrice)).toEqual([
      '$ 99.999',
      '$ 100K',
      '$ 4.5M',
      '$ 123M',
    ])
    expect([99_999, 100_000, 7_350_000, 12_000_000].map(usd('en-IN').shortPrice)).toEqual([
      '$ 99,999',
      '$ 1L',
      '$ 73.5L',
      '$ 1.2Cr',
    ])
    expect(inr().shortPrice(4_500_000)).toBe('₹45 Lac')
  })

  it('in a field has commas alone', () => {
    expect([usd('de-DE').fieldAmount(4_500_000), inr('de-DE').fieldAmount(4_500_000)]).toEqual([
      '4,500,000',
      '45,00,000',
    ])
    expect(usd('en-IN').fieldAmount(4_500_000)).toBe('45,00,000')
  })
})

describe('a figure', () => {
  it.each<[keyof Format, number, string]>([
    ['number', 1204, '1,204'],
    ['shortNumber', 9_999, '9,999'],
    ['shortNumber', 12_345, '12.3K'],
    ['shortNumber', 1_000_000, '1M'],
    ['size', 1100, '1,100 sqft'],
    ['percent', 0.384, '38 %'],
    ['distance', 0, '0m'],
    ['distance', 999, '999m'],
    ['distance', 1000, '1km'],
    ['distance', 1500, '1.5km'],
    ['distance', 1254, '1.25km'],
    ['distance', 12_000, '12km'],
  ])('%s of %d is %s', (name, value, text) => {
    const write = usd('en-US')[name] as (value: number) => string
    expect(write(value)).toBe(text)
  })

  it.each([
    [0, false, '0 homes'],
    [1, false, '1 home'],
    [1204, false, '1,204 homes'],
    [10_000, true, '10,000+ homes'],
  ])('counts %d homes, more: %s, as %s', (count, more, text) => expect(usd('en-US').homes(count, more)).toBe(text))
})

describe('a time', () => {
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
  ])('%s was %s', (time, text) => expect(usd('de-DE').ago(time, now)).toBe(text))

  it.each([
    ['en-IN', '2 January 2026'],
    ['en-US', 'January 2, 2026'],
    ['de-DE', '2 January 2026'],
  ])('is a day in India, in English, for %s', (locale, text) =>
    expect(usd(locale).date('2026-01-01T20:00:00Z')).toBe(text),
  )

  it.each([
    ['en-IN', '1:35 am'],
    ['en-GB', '01:35'],
    ['de-DE', '1:35 am'],
  ])('is an hour in India, for %s', (locale, text) => expect(usd(locale).clock('2026-01-01T20:05:00Z')).toBe(text))

  it.each([
    ['India', -330, '1:35 am'],
    ['London', 0, '1:35 am India time'],
    ['Dubai', -240, '1:35 am India time'],
  ])('names the zone of an hour for readers elsewhere: in %s', (_, offset, text) =>
    expect(usd('en-IN').zonedClock('2026-01-01T20:05:00Z', offset)).toBe(text),
  )
})

it.each(['en-IN', 'en-GB', 'en-US'])('reads as Intl writes it, which is too slow while a page starts: %s', (locale) => {
  const { number, date, year } = usd(locale)
  const figures = [0, 7, -7, 999, 1_000, -1_000, 99_999, 100_000, 1_234_567, -98_765_432, 1e9, 2 ** 53, 1e21]
  const fractions = [0.5, 1.25, 1_234.5, 1_234_567.125, 0.1234, 1_999.99999, -1_234.56, 1e-7]
  const all = [...figures, ...fractions]
  expect(all.map(number)).toEqual(all.map((each) => new Intl.NumberFormat(locale).format(each)))
  const times = [
    '2026-01-01T00:00:00.000Z',
    '2025-12-31T18:29:59.999Z',
    '2025-12-31T18:30:00.000Z',
    '2024-02-29T12:00:00Z',
  ]
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 15)).toISOString())
  const india = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'Asia/Kolkata' })
  for (const time of [...times, ...months]) {
    expect(date(time)).toBe(india({ dateStyle: 'long' }).format(Date.parse(time)))
    expect(year(time)).toBe(india({ year: 'numeric' }).format(Date.parse(time)))
  }
})

it('is cached by locale and currency', () => {
  expect(usd('en-IN')).toBe(usd('en-IN'))
  expect(usd('en-IN')).not.toBe(inr('en-IN'))
})

it('resolves supported locales only', () => {
  expect(['en-in', 'de-XX', 'hi-IN-u-nu-deva', 'en-US-posix'].map(knownLocale)).toEqual([
    'en-IN',
    'de',
    'hi-IN',
    'en-US',
  ])
  expect(['tlh', 'und', '', 'not a tag', '*'].map(knownLocale)).toEqual([null, null, null, null, null])
})

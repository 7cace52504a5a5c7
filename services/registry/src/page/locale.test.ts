import { expect, it } from 'vitest'
import { negotiateLocale } from './locale.ts'

it.each([
  ['de-DE', 'de-DE'],
  ['en-GB,en-US;q=0.9,en;q=0.8', 'en-GB'],
  ['en;q=0.5, fr-CA ; q=0.7 , de;q=0.6', 'fr-CA'],
  ['de;q=0.8,fr;q=0.8', 'de'],
  ['DE-de', 'de-DE'],
  ['zh-Hant-TW', 'zh-Hant-TW'],
])('prefers the highest weight in "%s": %s', (header, locale) => expect(negotiateLocale(header)).toBe(locale))

it.each([
  ['tlh,de;q=0.5', 'de'],
  ['de;q=0,fr;q=0.1', 'fr'],
  ['de;q=7,fr;q=0.1', 'fr'],
  ['x-klingon,i-default,de_DE,fr', 'fr'],
  ['de-XX', 'de'],
  ['hi-IN-u-nu-deva', 'hi-IN'],
])('skips unknown, rejected and invalid ranges in "%s": %s', (header, locale) =>
  expect(negotiateLocale(header)).toBe(locale),
)

it.each([undefined, '', '*', ',;q=,', 'de;q=0', '../../etc', '\u0000', 'a'.repeat(100_000), 'ü', '-', 'en--'])(
  'answers ours to %j',
  (header) => expect(negotiateLocale(header)).toBe('en-IN'),
)

it('reads only the beginning, and no partial tag', () => {
  const long = 'tlh,'.repeat(49)
  expect(negotiateLocale(`${long}de`)).toBe('de')
  expect(negotiateLocale(`${long}de-DE,fr`)).toBe('en-IN')
  expect(negotiateLocale(`${long}tlh,de`)).toBe('en-IN')
})

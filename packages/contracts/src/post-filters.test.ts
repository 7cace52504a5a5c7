import { expect, it } from 'vitest'
import { POST_FILTERS } from './post-filters.ts'

it.each([
  ['minPrice', '-5', 'A price cannot be below 0.'],
  ['minPrice', '1e5', 'Enter an amount, for example 45 lakh.'],
  // The field takes numbers only, so that this comes from the address.
  ['minPrice', 'cheap', '“cheap” is not an amount. Enter one, for example 45 lakh.'],
  ['maxPrice', '-5', '“-5” is not an amount. Enter one, for example 45 lakh.'],
] as const)('says what to enter as %s instead of %s', (name, text, why) => {
  expect(POST_FILTERS[name].wrong(text)).toBe(why)
})

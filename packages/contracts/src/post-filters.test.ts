import { expect, it } from 'vitest'
import { POST_FILTERS } from './post-filters.ts'

it.each([
  ['minPrice', '-5', 'A price cannot be below 0'],
  ['minPrice', '1e5', 'Enter the price in digits, for example 4500000'],
  // The field takes numbers only, so that this comes from the address.
  ['minPrice', 'cheap', '“cheap” is not a price. Try 45 Lac'],
  ['maxPrice', '-5', '“-5” is not a price. Try 45 Lac'],
] as const)('says what to enter as %s instead of %s', (name, text, why) => {
  expect(POST_FILTERS[name].wrong(text)).toBe(why)
})

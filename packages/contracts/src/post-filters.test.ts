import { expect, it } from 'vitest'
import { POST_FILTERS } from './post-filters.ts'

it.each([
  ['minPrice', '-5', 'A price cannot be below 0.'],
  ['minPrice', '1,5 Cr', '“1,5 Cr” is not clear. Write a point instead of the comma: 1.5 Cr.'],
  ['maxPrice', '1e15', 'Too high. Enter a lower amount.'],
  ['minPrice', 'cheap', '“cheap” is not an amount. Enter one, for example 45 lakh.'],
  ['maxPrice', '-5', 'A price cannot be below 0.'],
  ['property', 'flat\u200b', '“flat” is not one of the options. Choose one from the list.'],
] as const)('says what to enter as %s instead of %s', (name, text, why) => {
  expect(POST_FILTERS[name].wrong(text)).toBe(why)
})

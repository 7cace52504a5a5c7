import { expect, it } from 'vitest'
import { readWhole, readYears } from './numbers.ts'

it.each([
  ['1200', 1_200],
  ['1,200', 1_200],
  ['1 200', 1_200],
  ['12,00,000', 1_200_000],
  ['1,200,000', 1_200_000],
  ['१२००', 1_200],
  [' 1\u200b200\u00a0', 1_200],
  ['1200.0', 1_200],
  ['007', 7],
  ['0', 0],
])('%j is the whole number %i', (text, number) => {
  expect(readWhole(text)).toBe(number)
})

it.each(['', '1,20', '12,0,0', '1.5', '-5', '1.2.3', 'ten', '1,2 00', '9'.repeat(20), '0,500'])(
  '%j is none',
  (text) => {
    expect(readWhole(text)).toBeNull()
  },
)

it.each([
  ['20', 20],
  ['20 years', 20],
  ['५ yrs.', 5],
  ['1year', 1],
  ['years', null],
  ['2.5 years', null],
])('%j are %s years', (text, years) => expect(readYears(text)).toBe(years))

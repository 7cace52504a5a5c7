import { createFormat } from '@aangan/contracts/format'
import { describe, expect, it } from 'vitest'
import { readTerms, type TermsText, usualDownPayment } from './terms.ts'

const TERMS: TermsText = { price: '50,00,000', downPayment: '10 Lac', rate: '8.5', years: '20' }

describe('readTerms', () => {
  it('reads numbers in common notations', () => {
    expect(readTerms(TERMS)).toEqual({ loan: { amount: 4_000_000, rate: 8.5, years: 20 }, problems: null })
    expect(readTerms({ price: '5000000', downPayment: '0', rate: ' 0 %', years: ' 1 ' }).loan).toEqual({
      amount: 5_000_000,
      rate: 0,
      years: 1,
    })
  })

  it.each<[keyof TermsText, string, RegExp]>([
    ['price', '', /price above 0/],
    ['price', '0', /price above 0/],
    ['price', 'much', /price above 0/],
    ['price', '9999999999999999', /price above 0/],
    ['price', '1,5 Cr', /Write a point/],
    ['price', '1.5', /Say lakh or crore/],
    ['downPayment', '', /Enter an amount/],
    ['downPayment', '1,5 Lac', /Write a point/],
    ['downPayment', '-5', /Enter an amount/],
    ['downPayment', '50 Lac', /less than the price/],
    ['downPayment', '6000000', /less than the price/],
    ['rate', '', /from 0 to 30/],
    ['rate', '-1', /from 0 to 30/],
    ['rate', '31', /from 0 to 30/],
    ['rate', '8.5.1', /from 0 to 30/],
    ['rate', '\u200b', /from 0 to 30/],
    ['years', '0', /from 1 to 30/],
    ['years', '31', /from 1 to 30/],
    ['years', '2.5', /from 1 to 30/],
  ])('reports only %s if it is "%s"', (field, text, message) => {
    const { loan, problems } = readTerms({ ...TERMS, [field]: text })
    expect(loan).toBeNull()
    expect(Object.keys(problems ?? {})).toEqual([field])
    expect(problems?.[field]).toMatch(message)
  })

  it('reports every invalid field', () => {
    const { problems } = readTerms({ price: 'x', downPayment: 'x', rate: 'x', years: 'x' })
    expect(Object.keys(problems ?? {})).toEqual(['price', 'downPayment', 'rate', 'years'])
  })
})

it('suggests a fifth of the price as down payment', () => {
  const usd = createFormat({ locale: 'de-DE', currency: 'usd' })
  const inr = createFormat({ locale: 'de-DE', currency: 'inr' })
  expect(usualDownPayment('45 Lac', usd)).toBe('900,000')
  expect(usualDownPayment('45,00,000', inr)).toBe('9,00,000')
  expect(usualDownPayment('12', inr)).toBe('2')
  expect(usualDownPayment('', inr)).toBe('')
})

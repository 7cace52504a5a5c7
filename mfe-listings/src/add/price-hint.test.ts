import { createFormat } from '@aangan/contracts/format'
import { describe, expect, it } from 'vitest'
import { isUnlikelyRent, priceHint } from './price-hint.ts'

const format = createFormat({ locale: 'en-IN', currency: 'usd' })

describe('priceHint', () => {
  it.each([
    ['rent', '15000000', 'Shown as $ 1,50,00,000 / month'],
    ['buy', '1.5 crore', 'Shown as $ 1,50,00,000'],
    ['rent', '', undefined],
    ['rent', 'soon', undefined],
  ])('for the type %s and the text %j is %s', (type, price, hint) => {
    expect(priceHint({ type, price }, format)).toBe(hint)
  })
})

it.each([
  ['rent', '10 lakh', false],
  ['rent', '1000001', true],
  ['buy', '15000000', false],
  ['rent', '', false],
])('isUnlikelyRent of the type %s and the text %j is %s', (type, price, unlikely) => {
  expect(isUnlikelyRent({ type, price })).toBe(unlikely)
})

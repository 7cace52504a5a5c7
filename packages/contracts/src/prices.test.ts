import { describe, expect, it } from 'vitest'
import { amountError, parseAmount, readAmount } from './prices.ts'

describe('an amount', () => {
  it.each([
    ['4500000', 4_500_000],
    ['45,00,000', 4_500_000],
    ['4,500,000', 4_500_000],
    ['45 00 000', 4_500_000],
    ['45,00,000/-', 4_500_000],
    ['₹ 45,00,000/- only', 4_500_000],
    ['4500000.00', 4_500_000],
    ['4.5E+06', 4_500_000],
    [' 45 Lac ', 4_500_000],
    ['45l', 4_500_000],
    ['45 lakhs', 4_500_000],
    ['85 Lac(s)', 8_500_000],
    ['45 Lac onwards', 4_500_000],
    ['from 45 lakh', 4_500_000],
    ['45 Lac (negotiable)', 4_500_000],
    ['₹ 85 Lac @ 6,538 per sqft', 8_500_000],
    ['85 Lac (₹6,538/sqft)', 8_500_000],
    ['Price: 45 lakh', 4_500_000],
    ['Rs 45.5 Lakh', 4_550_000],
    ['₹1.2 Cr', 12_000_000],
    ['1.2 Cr.', 12_000_000],
    ['₹1.25 Cr*', 12_500_000],
    ['1 Cr+', 10_000_000],
    ['.5 Cr', 5_000_000],
    ['1½ Cr', 15_000_000],
    ['1.5 crore(s)', 15_000_000],
    ['1 Cr 20 Lac', 12_000_000],
    ['1Cr20L', 12_000_000],
    ['INR 1 crore and 20 lakh', 12_000_000],
    ['1 Cr, 20 Lac', 12_000_000],
    ['1 Lac 25,000', 125_000],
    ['12 million', 12_000_000],
    ['50 thousand', 50_000],
    ['75.00 Th', 75_000],
    ['rs. 25k', 25_000],
    ['25,000 PCM', 25_000],
    ['12500.50', 12_501],
    ['25,000 p.c.m.', 25_000],
    ['25,000/- per month', 25_000],
    ['12,500/month', 12_500],
    ['12.5k p.m.', 12_500],
    ['15 thousand a month', 15_000],
    ['1 Lac monthly', 100_000],
    ['$ 300', 300],
    ['0', 0],
    ['₹ ४५ लाख', 4_500_000],
    ['१२०००', 12_000],
    ['२ करोड़', 20_000_000],
    ['२ करोड\u093c', 20_000_000],
    ['50 हज़ार', 50_000],
    ['२५,००० रुपये प्रति माह', 25_000],
    ['૪૫ લાખ', 4_500_000],
    ['45 லட்சம்', 4_500_000],
    ['45\u00a0Lac\u200b', 4_500_000],
    ['\u202a₹45\u202c\u202fLac', 4_500_000],
    ['４５ lakh', 4_500_000],
  ])('%j is %i', (text, amount) => {
    expect(parseAmount(text)).toBe(amount)
    expect(amountError(text)).toBeUndefined()
  })

  it.each([
    ['1,5 Cr', 'Write a point instead of the comma: 1.5 Cr.'],
    ['₹ 1,25 crore', 'Write a point instead of the comma: 1.25 crore.'],
    ['0,750 Cr', 'Check the commas'],
    ['1,5', 'Check the commas'],
    ['1,0000', 'Check the commas'],
    ['4,5,0', 'Check the commas'],
    ['1.200.000,00', 'Check the commas'],
    ['45.00.000', 'Check the commas'],
    ['1.2.3', 'Check the commas'],
    ['1.5', 'Say lakh or crore'],
    ['₹ 85.50', 'Say lakh or crore'],
    ['45 - 50 Lac', 'not a range'],
    ['45–50 L', 'not a range'],
    ['45 to 50 Lac', 'not a range'],
    ['-5', 'below 0'],
    ['−5 lakh', 'below 0'],
    ['5,500 per sq ft', 'whole price'],
    ['€ 300', 'currency'],
    ['20 Lac 1 Cr', '“20 Lac 1 Cr” is not an amount'],
    ['45 Lac 20 Lac', '“45 Lac 20 Lac” is not an amount'],
    ['1 Cr 45', '“1 Cr 45” is not an amount'],
    ['1 20', '“1 20” is not an amount'],
    ['10² Lac', '“10² Lac” is not an amount'],
    ['25,000 a year', '“25,000 a year” is not an amount'],
    ['', 'Enter an amount'],
    ['\u200b', 'Enter an amount'],
    ['cheap', '“cheap” is not an amount'],
    ['on request', '“on request” is not an amount'],
    ['12 apples', '“12 apples” is not an amount'],
    ['45 __proto__', '“45 __proto__” is not an amount'],
    ['45 constructor', '“45 constructor” is not an amount'],
    ['constructor', '“constructor” is not an amount'],
    [`45${' '.repeat(1_000)}`, 'is not an amount'],
    ['much '.repeat(30), 'much…” is not an amount'],
  ])('%j is none: %s', (text, error) => {
    expect(parseAmount(text)).toBeNull()
    expect(amountError(text)).toContain(error)
  })

  it('is in the unit of its heading only without one of its own', () => {
    expect(['45.5', '1.2 Cr', '1 Cr 20 Lac'].map((text) => readAmount(text, 100_000).amount)).toEqual([
      4_550_000, 12_000_000, 12_000_000,
    ])
  })

  it('tells dollars from rupees', () => {
    const found = ['$ 300', '300 USD', '₹ 300', '300'].map((text) => readAmount(text))
    expect(found.map(({ isDollar }) => isDollar)).toEqual([true, true, false, false])
  })
})

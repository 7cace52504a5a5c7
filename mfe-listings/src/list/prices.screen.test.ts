import { fill, press, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { homes } from '../testing/homes.ts'
import { renderRemote } from '../testing/screens.ts'
import { cards, field, listNetwork, results } from './testing/list.ts'

describe('by default', () => {
  it.each([
    ['en-IN', '$ 1,50,00,000'],
    ['en-US', '$ 15,000,000'],
    ['de-DE', '$ 15.000.000'],
  ])("shows prices with '$ ' and the grouping of %s", async (locale, price) => {
    await renderRemote('/list?maxPrice=15000000', {
      site: { locale },
      network: listNetwork(
        {},
        homes(1, () => ({ price: 15_000_000 })),
      ),
    })
    await shown(cards.first().getByText(price, { exact: true }))
    await shown(page.getByRole('link', { name: `Remove filter: Up to ${price}`, exact: true }))
  })
})

describe('in rupees', () => {
  const site = { currency: 'inr' } as const
  const prices = [45_000, 99_500, 4_500_000, 4_550_000, 9_999_499, 9_999_500, 12_000_000, 123_456_789]

  it('shows prices with ₹, lakh and crore, without trailing zeros', async () => {
    const found = homes(prices.length, (at) => ({ price: prices[at] }))
    await renderRemote('/list', { site, network: listNetwork({}, found) })
    await results()
    expect(texts(cards.getByText(/^₹/))).toEqual(prices.map(inWords))
    expect(page.getByText(/^\$ /).elements()).toEqual([])
  })

  it('accepts a price in words', async () => {
    await renderRemote('/list?city=Pune', { site, network: listNetwork() })
    await results()
    await searchUpTo('45 lac', 'Up to ₹45 Lac', '4500000')
    await searchUpTo('45 lakh', 'Up to ₹45 Lac', '4500000')
    await searchUpTo('1.20 cr', 'Up to ₹1.2 Cr', '12000000')
  })
})

async function searchUpTo(typed: string, chip: string, parameter: string): Promise<void> {
  await fill(field.maxPrice, typed)
  await press('Enter')
  await shown(page.getByRole('link', { name: `Remove filter: ${chip}`, exact: true }))
  await until(() => new URLSearchParams(location.search).get('maxPrice')).toBe(parameter)
}

/** An independent implementation: at most two decimals of the largest unit. */
function inWords(price: number): string {
  const [size, unit] = price >= 9_999_500 ? [1e7, ' Cr'] : price >= 1e5 ? [1e5, ' Lac'] : [1, '']
  if (size === 1) return `₹${price.toLocaleString('en-US')}`
  return `₹${(price / size).toFixed(2).replace(/\.?0+$/, '')}${unit}`
}

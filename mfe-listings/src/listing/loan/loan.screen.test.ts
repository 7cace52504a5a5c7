import { postWithDetail } from '@aangan/contracts/testing/posts'
import { fill, shown, texts } from '@aangan/remote/testing/user-actions'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openListing, PHONE } from '../testing/listing.ts'

const region = page.getByRole('region', { name: 'Loan calculator' })
const field = (name: RegExp) => region.getByRole('textbox', { name })

async function openCalculator(price = 4_500_000): Promise<void> {
  await openListing(postWithDetail({ price }))
  ;(await shown(region)).scrollIntoView()
  await shown(field(/^Price/))
}

it('starts with 20 % down payment, 8.5 % interest and 20 years', async () => {
  await openCalculator(5_000_000)
  const values = region.getByRole('textbox').elements() as HTMLInputElement[]
  expect(values.map(({ value }) => value)).toEqual(['5,000,000', '1,000,000', '8.5', '20'])
  // 4,000,000 at 8.5 % over 240 months.
  await shown(region.getByText('$ 34,713', { exact: true }))
  expect(texts(region.getByRole('definition'))).toEqual(['$ 4,000,000', '$ 4,331,103', '$ 8,331,103'])
  await shown(region.getByRole('img', { name: 'Of the total you pay, 48 % is the loan and 52 % is interest' }))
  await shown(region.getByText(/estimate/))
})

it('accepts an interest rate of 0', async () => {
  await openCalculator(1_500_000)
  await fill(field(/^Interest/), '0')
  await fill(field(/^Years/), '10')
  await shown(region.getByText('$ 10,000', { exact: true }))
})

it('shows the error of an invalid number at its field', async () => {
  await openCalculator()
  const years = field(/^Years/)
  await fill(years, '0')
  expect(years.element().getAttribute('aria-invalid')).toBe('true')
  await shown(region.getByText('Enter whole years from 1 to 30.'))
  await shown(region.getByText(/Correct the marked fields/))
  await fill(years, '15')
  await shown(region.getByText('Monthly instalment (EMI)'))
})

it('is not shown for a home to rent', async () => {
  await openListing(postWithDetail({ type: 'rent' }))
  await shown(page.getByRole('button', { name: 'Report this listing' }))
  expect(page.getByText('Loan calculator').elements()).toHaveLength(0)
})

it('leaves room for the calculator on a phone before it is loaded', async () => {
  await openListing(postWithDetail({ price: 4_500_000 }), { viewport: PHONE })
  const block = await shown(region)
  const before = block.clientHeight
  expect(region.getByRole('textbox').elements()).toEqual([])
  block.scrollIntoView()
  await shown(field(/^Price/))
  expect(Math.abs(block.clientHeight - before)).toBeLessThan(8)
})

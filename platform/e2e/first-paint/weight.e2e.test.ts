import { expect, it } from 'vitest'
import { useSite } from '../site.ts'
import { BUDGETS, DESKTOP } from './budgets.ts'
import { weigh } from './weight.ts'

const site = useSite()

it.each(Object.entries(BUDGETS))('%s keeps to its budget of bytes', async (route, budget) => {
  const path = route.replace('{id}', await site.anyListing())
  const weight = await weigh(site.browser(), site.url() + path, DESKTOP)
  // A page whose code did not come would be lighter than any.
  expect(weight.code).toBeGreaterThan(50 * 1024)
  expect(Math.ceil(weight.code / 1024)).toBeLessThanOrEqual(budget.code)
  expect(Math.ceil(weight.total / 1024)).toBeLessThanOrEqual(budget.total)
})

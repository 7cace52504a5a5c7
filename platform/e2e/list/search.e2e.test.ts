import { expect, it } from 'vitest'
import { useSite } from '../site.ts'
import { cardTitles, countShown, pricesShown, results, search } from './screen.ts'

const site = useSite({ pictures: false })

it('a search from the home page finds homes, also by an alternative city name', async () => {
  const { page } = await site.visit('/')
  const field = page.getByRole('combobox', { name: 'City' })
  await field.click()
  await page.getByRole('option', { name: 'Pune 20 homes' }).waitFor()
  await field.fill(' Poona')
  await page.getByRole('option', { name: /^Poona → Pune 20 homes$/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/list?type=buy&city=Poona&minPrice=0&maxPrice=0')
  await results(page)
  const answer = await fetch(`${site.url()}/posts?city=Pune&type=buy`)
  const total = answer.headers.get('x-total-count')
  expect(await countShown(page)).toBe(`${total} homes in Poona`)
  expect(await cardTitles(page)).toHaveLength(Number(total))
})

it('the box of the home page understands what kind of home is meant', async () => {
  const { page } = await site.visit('/')
  await page.getByRole('combobox', { name: 'City' }).fill('flat for rent in Pune')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Search results for Pune' }).waitFor()
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')
  expect(await chips.allInnerTexts()).toEqual(['Pune', 'To rent', 'Apartment'])
  const answer = await fetch(`${site.url()}/posts?city=Pune&type=rent&property=apartment`)
  expect(await countShown(page)).toBe(`${answer.headers.get('x-total-count')} homes in Pune`)
  // The same from the server, when the address is opened again.
  await page.reload()
  await expect.poll(() => page.title()).toBe('Apartments to rent in Pune · Aangan')
  await page.getByRole('link', { name: 'Remove filter: Apartment' }).click()
  await page.waitForURL('**/list?city=Pune&type=rent')
})

it('a search can be narrowed to a locality and sorted by price and date', async () => {
  const { page } = await site.visit('/list?city=Pune')
  await results(page)
  expect(await countShown(page)).toBe('20 homes in Pune')
  const newest = await cardTitles(page)
  await page.getByLabel('Sort').selectOption('price_asc')
  await page.waitForURL('**/list?city=Pune&sort=price_asc')
  await expect.poll(() => cardTitles(page)).not.toEqual(newest)
  const rising = await pricesShown(page)
  expect(rising).toEqual([...rising].sort((a, b) => a - b))
  await page.getByLabel('Sort').selectOption('newest')
  await expect.poll(() => cardTitles(page)).toEqual(newest)
  expect(new URL(page.url()).search).toBe('?city=Pune')

  await page.getByRole('combobox', { name: 'Location' }).fill('KOTH')
  await page.getByRole('option', { name: /^Kothrud, Pune \d+ homes?$/ }).click()
  await search(page)
  await page.getByRole('heading', { name: 'Search results for Kothrud, Pune' }).waitFor()
  await expect.poll(() => cardTitles(page)).not.toEqual(newest)
  const cards = await page.getByRole('article').allTextContents()
  expect(cards.every((text) => text.includes('Kothrud, Pune'))).toBe(true)
})

it('a search without results suggests places with similar names', async () => {
  const { page } = await site.visit('/list?city=Mumbay')
  await page.getByRole('link', { name: /^Did you mean Mumbai\? \d+ homes$/ }).click()
  await page.waitForURL('**/list?city=Mumbai')
  await results(page)
})

it('an invalid search address explains the error', async () => {
  const visitor = await site.visit('about:blank')
  visitor.expectProblem(/400/)
  await visitor.page.goto('/list?city=Pune&after=mangled')
  await visitor.page.getByRole('alert').getByText('Error loading posts!').waitFor()
  await visitor.page.getByRole('link', { name: 'Show all homes' }).waitFor()
})

it('the document title names the search again after coming back', async () => {
  const { page } = await site.visit('/list?city=bangalore&type=rent&property=apartment')
  await expect.poll(() => page.title()).toBe('Apartments to rent in Bengaluru · Aangan')
  await page.getByLabel('Location').fill('Pune')
  await search(page)
  await expect.poll(() => page.title()).toBe('Apartments to rent in Pune · Aangan')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await page.waitForURL(/\/[0-9a-f]{24}$/)
  await page.goBack()
  await expect.poll(() => page.title()).toBe('Apartments to rent in Pune · Aangan')
})

it('a visitor who saves a home from a card is asked to sign in', async () => {
  const { page } = await site.visit('/list?city=Pune')
  await page
    .getByRole('button', { name: /^Save the Place/ })
    .first()
    .click()
  await page.waitForURL('**/login?next=*')
  await page.getByText('Sign in to save this home', { exact: true }).waitFor()
})

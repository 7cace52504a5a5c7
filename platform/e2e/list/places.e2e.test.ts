import { describe, expect, it } from 'vitest'
import { useSite } from '../site.ts'
import { countShown, results, search } from './screen.ts'

const site = useSite()

describe.each([
  ['the home page', '/', 'City'],
  ['the list', '/list', 'Location'],
])('the field for a place on %s', (_name, path, label) => {
  it('suggests the fullest cities, with how many homes each has', async () => {
    const { page } = await site.visit(path)
    await page.getByRole('combobox', { name: label }).click()
    const options = page.getByRole('option')
    await options.first().waitFor()
    const counts = (await options.allTextContents()).map((text) => Number(/(\d+) homes$/.exec(text)?.[1]))
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
    await page.getByRole('option', { name: 'Pune 20 homes' }).waitFor()
  })

  it('suggests cities and localities for a part of a name, however it is written', async () => {
    const { page } = await site.visit(path)
    const field = page.getByRole('combobox', { name: label })
    await field.fill('  KOTH')
    await page.getByRole('option', { name: /^Kothrud, Pune \d+ homes?$/ }).click()
    expect(await field.inputValue()).toBe('Kothrud, Pune')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await search(page)
    await page.getByRole('heading', { name: 'Search results for Kothrud, Pune' }).waitFor()
    await results(page)
  })

  it('suggests a city by another of its names, and says which', async () => {
    const { page } = await site.visit(path)
    await page.getByRole('combobox', { name: label }).fill('Poona')
    await page.getByRole('option', { name: /^Poona → Pune 20 homes$/ }).waitFor()
  })

  it('is used with keys alone', async () => {
    const { page } = await site.visit(path)
    const field = page.getByRole('combobox', { name: label })
    await field.fill('Mum')
    const option = page.getByRole('option', { name: /^Mumbai/ })
    await option.waitFor()
    expect(await field.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowDown')
    expect(await field.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
    expect(await option.getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    expect(await field.inputValue()).toBe('Mumbai')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Search results for Mumbai' }).waitFor()
  })

  it('searches for what was typed without a choice, too', async () => {
    const { page } = await site.visit(path)
    await page.getByRole('combobox', { name: label }).fill(' benGALuru ')
    await page.keyboard.press('Enter')
    await expect.poll(() => countShown(page)).toMatch(/homes in Bengaluru$/)
  })

  it('works as a plain field while nothing can be suggested', async () => {
    const visitor = await site.visit(path)
    const { page } = visitor
    visitor.expectProblem(/ERR_FAILED/)
    const asked = page.waitForRequest('**/posts/places?*')
    await page.route('**/posts/places?*', (route) => route.abort())
    await page.getByRole('combobox', { name: label }).fill('Pune')
    await asked
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Search results for Pune' }).waitFor()
  })
})

it('keeps the suggestion that the keys have reached while others come, and leaves an input method its keys', async () => {
  const { page } = await site.visit('/list')
  const names = (...places: string[]) =>
    places.map((place) => ({ place, city: place, locality: null, count: 1, alias: null }))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/posts/places?q=na', (route) =>
    route.fulfill({ json: names('Nagpur', 'Nashik', 'Nanded', 'Navi Mumbai') }),
  )
  await page.route('**/posts/places?q=nas', async (route) => {
    await held
    await route.fulfill({ json: names('Nasirabad', 'Nashik', 'Nasrullaganj') })
  })
  const field = page.getByRole('combobox', { name: 'Location' })
  const option = (name: string) => page.getByRole('option', { name })
  const reached = () => page.getByRole('listbox').getByRole('option', { selected: true }).allTextContents()
  await field.fill('na')
  await option('Nanded').waitFor()
  await page.getByRole('status').getByText('4 suggestions').waitFor({ state: 'attached' })
  await field.fill('nas')
  await option('Nanded').waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowDown')
  expect(await reached()).toEqual(['Nashik 1 home'])
  release()
  await option('Nasirabad').waitFor()
  expect(await reached()).toEqual(['Nashik 1 home'])
  expect(await field.getAttribute('aria-activedescendant')).toBe(await option('Nashik').getAttribute('id'))

  for (const key of ['ArrowDown', 'Enter', 'Escape']) {
    await field.dispatchEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true })
  }
  expect(await reached()).toEqual(['Nashik 1 home'])
  expect(await field.inputValue()).toBe('nas')

  // The caret moves: the text has the keys again.
  await page.keyboard.press('Home')
  expect(await reached()).toEqual([])
  expect(await field.getAttribute('aria-activedescendant')).toBe(null)
  await page.keyboard.press('ArrowUp')
  expect(await reached()).toEqual(['Nasrullaganj 1 home'])
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe('Nasrullaganj')
})

it('asks once for what is typed in one go, and never twice for the same', async () => {
  const { page } = await site.visit('about:blank')
  await page.clock.install()
  await page.goto('/list')
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/posts/places') asked.push(searchParams.get('q'))
  })
  const field = page.getByRole('combobox', { name: 'Location' })
  await field.click()
  await page.getByRole('option').first().waitFor()
  const answered = page.waitForResponse('**/posts/places?q=pun')
  // However slow this machine is, in the page no time passes between the keys.
  await page.clock.pauseAt(Date.now() + 1_000)
  for (const text of ['p', 'pu', 'pun']) await field.fill(text)
  await page.clock.resume()
  await answered
  await field.fill('')
  await page.getByRole('option', { name: /^Mumbai/ }).waitFor()
  await field.fill('Pun ')
  await page.getByRole('option', { name: /^Pune/ }).waitFor()
  expect(asked).toEqual(['', 'pun'])
})

it('takes a question back that is no longer of interest', async () => {
  const visitor = await site.visit('/list')
  const { page } = visitor
  await page.route('**/posts/places?q=pun', () => {})
  const field = page.getByRole('combobox', { name: 'Location' })
  const asked = page.waitForRequest('**/posts/places?q=pun')
  await field.fill('pun')
  const takenBack = page.waitForEvent('requestfailed', (request) => request.url().endsWith('q=pun'))
  await asked
  await field.fill('mum')
  await takenBack
  await page.getByRole('option', { name: /^Mumbai/ }).waitFor()
})

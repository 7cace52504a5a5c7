import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../bin/lib/root.js'
import { useSite } from './site.ts'
import { openVisitor } from './visitor.ts'

const site = useSite()

it('goes from home to the list to a listing and back', async () => {
  const { page } = await site.visit('/')
  await page.getByRole('heading', { name: 'Discover Your Perfect Home in India' }).waitFor()

  await page.getByRole('combobox', { name: 'City' }).fill('Pune')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(/\/list\?.*city=Pune/)
  await page.getByRole('heading', { name: 'Search results for Pune' }).waitFor()

  const card = page.getByRole('article').first()
  const title = await card.getByRole('heading').textContent()
  expect(title).toContain('Pune')
  await card.getByRole('link').first().click()
  await page.waitForURL(/\/[0-9a-f]{24}$/)
  await page.getByRole('heading', { name: title ?? '', level: 1 }).waitFor()
  await page.getByText('Nearby Places').first().waitFor()

  await page.goBack()
  await page.getByRole('heading', { name: 'Search results for Pune' }).waitFor()
})

it('saves screenshot and requests of a page with problems', async () => {
  const { page, close } = await openVisitor(site.browser(), site.url())
  await expect(page.goto('http://elsewhere.example/')).rejects.toThrow('ERR_NAME_NOT_RESOLVED')
  await page.waitForURL('chrome-error://chromewebdata/')
  await page.goto('/about')
  await page.evaluate('fetch("/nowhere.json").then(() => console.error("went wrong"))')
  const problems = await close()
  const [, folder = ''] = problems.join('\n').match(/The page, its address and its errors: (.*)\/$/) ?? []
  const text = await readFile(join(ROOT, folder, 'page.txt'), 'utf8')
  expect(text).toContain(`${site.url()}/about`)
  expect(text).toContain('asked another host: http://elsewhere.example/')
  expect(text).toContain('console: went wrong')
  expect(text).toContain(`GET ${site.url()}/nowhere.json: 404`)
  expect((await readFile(join(ROOT, folder, 'page-1.png'))).subarray(1, 4).toString()).toBe('PNG')
})

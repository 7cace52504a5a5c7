import { expect, it } from 'vitest'
import { expectForEveryone } from './for-everyone.ts'
import { useWrittenSite } from './site.ts'

const PERSON = { username: 'sara.rao', email: 'sara@example.com', password: 'correct horse' }
const SEARCH = '/list?city=Pune&type=rent'

const site = useWrittenSite()

it('saves a search after signing in, and opens it again from the profile', async () => {
  const { page } = await site.visit(SEARCH)
  expect((await page.request.post('/auth/register', { data: PERSON })).status()).toBe(201)
  await page.getByRole('button', { name: 'Save this search' }).click()
  await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  await page.getByLabel('Username', { exact: true }).fill(PERSON.username)
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL(`**${SEARCH}`)
  await page.getByRole('link', { name: 'Search saved' }).click()

  const saved = page.getByRole('region', { name: 'Saved searches' })
  await saved.getByLabel('Email me').selectOption('daily')
  await expectForEveryone(page)
  await saved.getByRole('link', { name: 'Homes to rent in Pune' }).click()
  await page.waitForURL(`**${SEARCH}`)
  await page.getByRole('link', { name: 'Search saved' }).waitFor()
})

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectForEveryone } from './for-everyone.ts'
import { useWrittenSite } from './site.ts'

const EMAIL = 'own-account@example.com'
const FIRST_PASSWORD = 'correct horse'
const NEXT_PASSWORD = 'battery staple'

const site = useWrittenSite()

it('registers, renames the profile, signs out and signs in with a new password', async () => {
  const visitor = await site.visit('/profile')
  const { page, context } = visitor
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const login = page.getByRole('heading', { level: 1, name: 'Welcome back' })

  await page.waitForURL('**/login?next=%2Fprofile')
  await page.getByText('Sign in to see your listings, saved homes and messages.').waitFor()
  await page.getByRole('link', { name: "Don't you have an account?" }).click()
  await page.getByRole('heading', { level: 1, name: 'Create an Account' }).waitFor()
  await field('Username').fill('asha.rao')
  await field('Email').fill(EMAIL)
  await field('Password').fill(FIRST_PASSWORD)
  await press('Register')
  await login.waitFor()
  await field('Username').fill('asha.rao')
  await field('Password').fill(FIRST_PASSWORD)
  await press('Login')
  await page.getByRole('heading', { level: 1, name: 'asha.rao' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/profile')
  await page.getByText('You have not listed a home yet').waitFor()
  await page.getByText('This browser').waitFor()
  expect(await keptUser(page)).toMatchObject({ username: 'asha.rao', avatar: null })
  await page.getByRole('region', { name: 'Confirm your email address' }).waitFor()
  await expectForEveryone(page)

  await page.goto(await mailedLink('confirm'))
  await page.getByRole('button', { name: 'Confirm my address' }).waitFor()
  await expectForEveryone(page)
  await press('Confirm my address')
  await page.getByText('Your email address is confirmed.').waitFor()
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await page.getByText('You have not listed a home yet').waitFor()
  await page.getByRole('region', { name: 'Confirm your email address' }).waitFor({ state: 'detached' })

  const other = await context.newPage()
  await other.goto('/about')
  await other.getByRole('banner').getByText('asha.rao').waitFor()
  await page.getByRole('link', { name: 'Update Profile' }).click()
  await page.getByRole('heading', { level: 1, name: 'Update Profile' }).waitFor()
  const big = { name: 'big.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(2_000_001) }
  await page.locator('input[type=file]').setInputFiles(big)
  await page.getByText('This picture is larger than 2 MB. Choose a smaller one.').waitFor()
  await field('List me as an agent').check()
  await expectForEveryone(page)
  await field('List me as an agent').uncheck()
  await field('Username').fill('asha.kulkarni')
  await press('Update')
  await page.getByRole('heading', { level: 1, name: 'asha.kulkarni' }).waitFor()
  await other.getByRole('banner').getByText('asha.kulkarni').waitFor()
  expect(await keptUser(page)).toMatchObject({ username: 'asha.kulkarni' })

  await press('Logout')
  await page.waitForURL('**/chat')
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
  await other.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
  expect(await keptUser(page)).toBe(null)
  await page.goBack()
  await login.waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await page.getByText('asha.kulkarni').count()).toBe(0)

  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await field('Email').fill(EMAIL)
  await press('Send the link')
  await page.getByText('we have sent a link').waitFor()
  await page.goto(await mailedLink('reset'))
  await field('New password').fill(NEXT_PASSWORD)
  await press('Change the password')
  await login.waitFor()

  visitor.expectProblem(/401/)
  await field('Username').fill(EMAIL)
  await field('Password').fill(FIRST_PASSWORD)
  await press('Login')
  await page.getByRole('alert').getByText('Invalid Credentials!').waitFor()
  await field('Password').fill(NEXT_PASSWORD)
  await press('Login')
  await page.getByRole('heading', { level: 1, name: 'Discover Your Perfect Home in India' }).waitFor()
  await page.getByRole('banner').getByText('asha.kulkarni').waitFor()
})

/** The `user` key in local storage. */
async function keptUser(page: Page): Promise<unknown> {
  return JSON.parse(await page.evaluate<string>('localStorage.getItem("user")'))
}

/** Path and query of the only link to this page that was mailed to this person. */
async function mailedLink(to: 'confirm' | 'reset'): Promise<string> {
  const folder = join(site.dataDir(), 'mail')
  const links = async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    const own = mails.filter((mail) => mail.includes(EMAIL))
    // Quoted-printable: `=` at the end of a line continues it, `=3D` is a literal `=`.
    const texts = own.map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
    return texts.flatMap((text) => text.match(new RegExp(`/${to}\\?\\S+`)) ?? [])
  }
  await expect.poll(async () => (await links()).length).toBe(1)
  return (await links())[0] ?? ''
}

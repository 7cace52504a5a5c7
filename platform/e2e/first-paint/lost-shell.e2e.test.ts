import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useSite } from '../site.ts'

const site = useSite()
const SHELL = { script: /\/r\/shell\/[^?]*\.js/, stylesheet: /\/r\/shell\/[^?]*\.css/ }
const IS_STYLED = "getComputedStyle(document.body).getPropertyValue('--color-ink') !== ''"

async function open() {
  const { page, expectProblem } = await site.visit('about:blank')
  // Files are lost on purpose.
  expectProblem(/Failed to load resource|violates the following Content Security Policy|violates the policy: style-src/)
  const heading = page.getByRole('heading', { level: 1, name: 'About' })
  return { page, heading, late: page.getByText('This is taking longer than usual.') }
}

/** Its styles are files then: a gateway that is older does not know that they may be in the page. */
async function forbidInlineStyles(page: Page): Promise<void> {
  await page.route('/about', async (route) => {
    const answer = await route.fetch()
    const policy = answer.headers()['content-security-policy'] ?? ''
    const headers = {
      ...answer.headers(),
      'content-security-policy': policy.replace(/style-src [^;]+/, "style-src 'self'"),
    }
    await route.fulfill({ response: answer, headers })
  })
}

it.each(Object.entries(SHELL))('a page whose shell loses its %s once is shown all the same', async (_which, file) => {
  const { page, heading } = await open()
  await forbidInlineStyles(page)
  await page.route(file, (route) => (route.request().url().includes('?') ? route.continue() : route.abort()))
  await page.goto('/about')
  await heading.waitFor()
  await expect.poll(() => page.evaluate(IS_STYLED)).toBe(true)
})

it('a page whose stylesheet hangs loads it once more', async () => {
  const { page, heading } = await open()
  await page.clock.install()
  await forbidInlineStyles(page)
  await page.route(SHELL.stylesheet, (route) => route.request().url().includes('?') && route.continue())
  await page.goto('/about', { waitUntil: 'commit' })
  await page.clock.runFor(10_000)
  await heading.waitFor()
  await expect.poll(() => page.evaluate(IS_STYLED)).toBe(true)
})

it('a page whose script does not arrive says so after a while, offers to reload, and goes on once it does', async () => {
  const { page, heading, late } = await open()
  await page.route(SHELL.script, (route) => route.abort())
  const lostAgain = page.waitForEvent('requestfailed', (request) => request.url().includes('?retry='))
  await page.goto('/about')
  expect(await late.isVisible()).toBe(false)
  await page.evaluate('for (const animation of document.getAnimations()) animation.finish()')
  await late.waitFor()
  await page.getByRole('link', { name: 'Reload the page' }).waitFor()
  await lostAgain
  await page.unroute(SHELL.script)
  await late.waitFor({ state: 'hidden' })
  await heading.waitFor()
})

it('a page whose HTML is lost on the way says so, too, and can be reloaded', async () => {
  const { page, heading, late } = await open()
  await page.route(SHELL.script, (route) => route.abort())
  await page.route('/about', async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    await route.fulfill({ response: answer, body: text.slice(0, text.indexOf('</h1>') + 500) })
  })
  await page.goto('/about')
  await heading.waitFor()
  await page.evaluate('for (const animation of document.getAnimations()) animation.finish()')
  await late.waitFor()
  await page.unroute('/about')
  await page.unroute(SHELL.script)
  await page.getByRole('link', { name: 'Reload the page' }).click()
  await late.waitFor({ state: 'hidden' })
  await heading.waitFor()
})

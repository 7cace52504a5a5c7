import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hasFocus } from '../focus.ts'
import { useSite } from '../site.ts'
import { listingsOf } from './listing.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
const site = useSite()
const { open } = listingsOf(site)

const pictures = (page: Page) => page.getByRole('region', { name: 'Pictures' })
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Pictures' })
const counter = (page: Page, text: string) => viewer(page).getByText(text, { exact: true }).waitFor()

describe('the gallery', () => {
  it('has at least four pictures, padded with drawings that say so', async () => {
    const { page } = await open((post) => {
      post.images = []
    })
    const shown = pictures(page).getByRole('img')
    expect(await shown.count()).toBeGreaterThanOrEqual(4)
    for (const picture of await shown.all()) expect(await picture.getAttribute('alt')).toMatch(/^Drawing of the /)
  })

  it('is one large picture and four small ones', async () => {
    const { page } = await open((post) => {
      post.images = []
    })
    const boxes = await Promise.all((await pictures(page).getByRole('button').all()).map((one) => one.boundingBox()))
    const [large = 0, ...small] = boxes.map((box) => (box ? box.width * box.height : 0))
    expect(small).toHaveLength(4)
    for (const size of small) expect(large).toBeGreaterThan(size * 3)
  })

  it('shows all of more than five pictures behind one button', async () => {
    const drawings = Array.from({ length: 7 }, (_, at) => `/media/drawings/house/${'a'.repeat(23)}${at}/0.svg`)
    const { page } = await open((post) => {
      post.images = drawings
    })
    expect(await pictures(page).getByRole('img').filter({ visible: true }).count()).toBe(5)
    await page.getByRole('button', { name: 'All 7 pictures' }).click()
    await counter(page, '1 / 7')
  })

  it('opens the full screen with a click, and its arrows wrap around', async () => {
    const { page } = await open()
    await pictures(page).getByRole('button').nth(1).click()
    await counter(page, '2 / 5')
    await viewer(page).getByRole('button', { name: 'Previous picture' }).click()
    await counter(page, '1 / 5')
    await viewer(page).getByRole('button', { name: 'Previous picture' }).click()
    await counter(page, '5 / 5')
    await viewer(page).getByRole('button', { name: 'Next picture' }).click()
    await counter(page, '1 / 5')
  })

  it('follows the arrow keys, Home and End', async () => {
    const { page } = await open()
    await pictures(page).getByRole('button').first().click()
    await counter(page, '1 / 5')
    for (const [key, text] of [
      ['ArrowRight', '2 / 5'],
      ['End', '5 / 5'],
      ['ArrowRight', '1 / 5'],
      ['ArrowLeft', '5 / 5'],
      ['Home', '1 / 5'],
    ] as const) {
      await page.keyboard.press(key)
      await counter(page, text)
    }
  })

  it.each(['the X', 'Escape'])('closes by %s and gives the focus back', async (way) => {
    const { page } = await open()
    const third = pictures(page).getByRole('button').nth(2)
    await third.focus()
    await page.keyboard.press('Enter')
    await counter(page, '3 / 5')
    if (way === 'Escape') await page.keyboard.press('Escape')
    else await viewer(page).getByRole('button', { name: 'Close pictures' }).click()
    await viewer(page).waitFor({ state: 'hidden' })
    expect(await hasFocus(third)).toBe(true)
  })

  it('keeps the focus inside while it is open', async () => {
    const { page } = await open()
    await pictures(page).getByRole('button').first().click()
    await counter(page, '1 / 5')
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab')
      // Between the last stop and the first, the browser's own frame has its turn.
      expect(
        await page.evaluate<boolean>(`!document.activeElement.closest('main')?.contains(document.activeElement)
        || document.activeElement.closest('dialog') !== null`),
      ).toBe(true)
    }
  })

  it('follows a finger', async () => {
    const { page, context } = await open(undefined, PHONE)
    await pictures(page).getByRole('button').first().tap()
    await counter(page, '1 / 5')
    const devtools = await context.newCDPSession(page)
    const swipe = async (from: number, to: number) => {
      const at = (x: number) => [{ x, y: 400 }]
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
      for (let step = 1; step <= 5; step += 1) {
        const touchPoints = at(from + ((to - from) * step) / 5)
        await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
      }
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await swipe(300, 80)
    await counter(page, '2 / 5')
    await swipe(80, 300)
    await counter(page, '1 / 5')
    await swipe(80, 300)
    await counter(page, '5 / 5')
    await swipe(200, 180)
    await counter(page, '5 / 5')
  })

  it('says to those who listen which picture it is', async () => {
    const { page } = await open()
    await pictures(page).getByRole('button').first().click()
    await counter(page, '1 / 5')
    await page.keyboard.press('ArrowRight')
    await viewer(page)
      .getByRole('status')
      .getByText(/^Picture 2 of 5: Drawing of the .+/)
      .waitFor()
  })

  it('has asked for the neighbours before they are shown', async () => {
    const { page } = await open((post) => {
      post.images = Array.from({ length: 9 }, (_, at) => `/media/drawings/house/${'b'.repeat(23)}${at}/0.svg`)
    })
    const asked = (at: number) => page.waitForRequest(`**/${'b'.repeat(23)}${at}/0.svg`)
    const last = asked(8)
    await page.getByRole('button', { name: 'All 9 pictures' }).click()
    await last
    const next = asked(7)
    await page.keyboard.press('ArrowLeft')
    await next
  })

  it('shows a drawing for a picture that is gone, and says so', async () => {
    const visitor = await open((post) => {
      post.images = ['/media/posts/gone.webp', ...[1, 2, 3].map((at) => `/media/drawings/house/${post.id}/${at}.svg`)]
    })
    visitor.expectProblem(/404|400/)
    const { page } = visitor
    await pictures(page).getByRole('img', { name: 'Drawing in place of a photo that is gone' }).waitFor()
    await pictures(page).getByRole('button').first().click()
    await viewer(page).getByRole('img', { name: 'Drawing in place of a photo that is gone' }).waitFor()
  })

  it('has a sign in the place of what cannot be loaded at all', async () => {
    const visitor = await site.visit('about:blank')
    visitor.expectProblem(/Failed to load resource/)
    await visitor.page.route('**/media/**', (route) => route.abort())
    await visitor.page.goto(`/${await site.anyListing()}`)
    const missing = visitor.page.getByRole('img', { name: 'This picture could not be loaded' })
    await expect.poll(() => missing.count()).toBe(5)
    await visitor.page.goto('/list')
    await missing.first().waitFor()
  })

  it('is one row to swipe on a phone, with a counter', async () => {
    const { page } = await open(undefined, PHONE)
    await pictures(page).getByText('1 / 5').waitFor()
    await pictures(page).getByRole('button').nth(2).scrollIntoViewIfNeeded()
    await pictures(page).getByText('3 / 5').waitFor()
    await pictures(page).getByRole('button').last().scrollIntoViewIfNeeded()
    await pictures(page).getByText('5 / 5').waitFor()
  })
})

import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useSite } from '../site.ts'
import { listingsOf } from './listing.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
const site = useSite()
const { firstOf, open } = listingsOf(site)

describe('what is said of a home', () => {
  it('is General, Sizes and Nearby Places, in the words of the specification', async () => {
    const { page } = await open((post) => {
      Object.assign(post, { bedroom: 3, bathroom: 1 })
      Object.assign(post.postDetail, { utilities: 'owner', pet: 'not-allowed', income: '3x rent', size: 1100 })
      Object.assign(post.postDetail, { school: 1500, bus: 850, restaurant: 999 })
    })
    const facts = async (name: string) =>
      await page.getByRole('region', { name }).getByRole('definition').allTextContents()
    expect(await facts('General')).toEqual(['Owner is responsible', 'Pets not Allowed', '3x rent'])
    expect(await facts('Sizes')).toEqual(['1,100 sqft', '3 beds', '1 bathroom'])
    expect(await facts('Nearby Places')).toEqual(['1.5km away', '850m away', '999m away'])
  })

  it('is the owner’s description, without anything that could do harm', async () => {
    const visitor = await open((post) => {
      post.postDetail.desc =
        '<p>Sunny <strong>corner</strong></p><img src=x onerror="document.title=1"><script>document.title=1</script><a href="javascript:alert(1)">x</a>'
    })
    // The sanitiser reads the text in a document of its own, which is held to the page's policy too.
    visitor.expectProblem(/script-src/)
    const { page } = visitor
    const description = page.getByRole('region', { name: 'Description' })
    await description.getByText('corner').waitFor()
    expect(await description.locator('img, script, [onerror], [href^="javascript"]').count()).toBe(0)
    expect(await page.title()).not.toBe('1')
  })

  it('folds when it is long, and opens with Read more', async () => {
    const { page } = await open((post) => {
      post.postDetail.desc = `${'<p>Bright and quiet, near the lake.</p>'.repeat(30)}<p>The last line.</p>`
    })
    const last = page.getByText('The last line.')
    const isInView = () =>
      last.evaluate(
        (line) => line.getBoundingClientRect().bottom <= (line.parentElement?.getBoundingClientRect().bottom ?? 0),
      )
    expect(await isInView()).toBe(false)
    await page.getByRole('button', { name: 'Read more', expanded: false }).click()
    expect(await isInView()).toBe(true)
    await page.getByRole('button', { name: 'Read less', expanded: true }).click()
    expect(await isInView()).toBe(false)
  })

  it('does not fold when it is short', async () => {
    const { page } = await open((post) => {
      post.postDetail.desc = '<p>Short.</p>'
    })
    await page.getByText('Short.').waitFor()
    expect(await page.getByRole('button', { name: 'Read more' }).count()).toBe(0)
  })

  it('is where it is, on a map', async () => {
    const { page, post } = await open()
    const location = page.getByRole('region', { name: 'Location', exact: true })
    await location.scrollIntoViewIfNeeded()
    await location.getByText(post.address).first().waitFor()
    await location.getByRole('region', { name: /map/i }).first().waitFor()
  })

  it('is whose it is and what a square foot costs', async () => {
    const { page, post } = await open((home) => {
      home.price = 1_000_000
      home.postDetail.size = 500
    })
    const card = page.getByRole('complementary', { name: 'Contact Owner' })
    await card.getByText(post.user.username).waitFor()
    await card.getByText('$ 1,000,000').waitFor()
    await card.getByText('$ 2,000 per sqft').waitFor()
  })

  it('keeps price and actions at the bottom of a phone', async () => {
    const { page } = await open(undefined, PHONE)
    const box = await page.getByRole('button', { name: 'Send a Message' }).boundingBox()
    const bottom = (box?.y ?? 0) + (box?.height ?? 0)
    expect(bottom).toBeGreaterThan(844 - 40)
    expect(bottom).toBeLessThanOrEqual(844)
  })
})

describe('sharing', () => {
  it('hands the address to the system where it can', async () => {
    const visitor = await site.visit('about:blank')
    await visitor.page.addInitScript({ content: 'navigator.share = async (data) => { window.shared = data }' })
    const post = await firstOf()
    await visitor.page.goto(`/${post.id}`)
    await visitor.page.getByRole('button', { name: 'Share' }).click()
    expect(await visitor.page.evaluate('window.shared')).toEqual({
      title: post.title,
      url: `${site.url()}/${post.id}`,
    })
  })

  it('else copies the link, and says so', async () => {
    const { page, post } = await open(undefined, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('status').getByText('Link copied').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${site.url()}/${post.id}`)
  })

  it('shows the link where the clipboard is refused', async () => {
    const visitor = await site.visit('about:blank')
    const refuse = "navigator.clipboard.writeText = async () => { throw new DOMException('no', 'NotAllowedError') }"
    await visitor.page.addInitScript({ content: refuse })
    const post = await firstOf()
    await visitor.page.goto(`/${post.id}`)
    await visitor.page.getByRole('button', { name: 'Share' }).click()
    const link = visitor.page.getByRole('dialog').getByRole('textbox', { name: 'Link' })
    expect(await link.inputValue()).toBe(`${site.url()}/${post.id}`)
  })
})

describe('the loan calculator', () => {
  async function calculator(page: Page): Promise<Locator> {
    const region = page.getByRole('region', { name: 'Loan calculator' })
    await region.scrollIntoViewIfNeeded()
    await region.getByRole('textbox', { name: 'Price' }).waitFor()
    return region
  }

  it('begins with a fifth down, 8.5 % and 20 years', async () => {
    const { page } = await open((post) => {
      post.price = 5_000_000
    })
    const region = await calculator(page)
    const values = await Promise.all((await region.getByRole('textbox').all()).map((one) => one.inputValue()))
    expect(values).toEqual(['5,000,000', '1,000,000', '8.5', '20'])
    // 4,000,000 at 8.5 % over 240 months, as every bank's calculator has it.
    await region.getByText('$ 34,713', { exact: true }).waitFor()
    expect(await region.getByRole('definition').allTextContents()).toEqual([
      '$ 4,000,000',
      '$ 4,331,103',
      '$ 8,331,103',
    ])
    await region.getByRole('img', { name: 'Of all that is paid, 48 % is the loan and 52 % is interest' }).waitFor()
    await region.getByText(/estimate/).waitFor()
  })

  it('takes no interest too', async () => {
    const { page } = await open((post) => {
      post.price = 1_500_000
    })
    const region = await calculator(page)
    await region.getByRole('textbox', { name: 'Interest' }).fill('0')
    await region.getByRole('textbox', { name: 'Years' }).fill('10')
    await region.getByText('$ 10,000', { exact: true }).waitFor()
  })

  it('says what is wrong with a number, at its field', async () => {
    const { page } = await open()
    const region = await calculator(page)
    const years = region.getByRole('textbox', { name: 'Years' })
    await years.fill('0')
    expect(await years.getAttribute('aria-invalid')).toBe('true')
    await region.getByText('Enter whole years from 1 to 30.').waitFor()
    await region.getByText(/Correct the marked fields/).waitFor()
    await years.fill('15')
    await region.getByText('Monthly instalment (EMI)').waitFor()
  })

  it('is not there for a home to rent', async () => {
    const { page } = await open(undefined, { query: 'type=rent' })
    await page.getByRole('button', { name: 'Report this listing' }).waitFor()
    expect(await page.getByText('Loan calculator').count()).toBe(0)
  })
})

describe('a visitor', () => {
  it('sees a place saved, in marigold, before they are asked to sign in', async () => {
    const { page } = await open()
    // What is on the screen at the moment of leaving.
    await page.evaluate(`{
      const push = history.pushState
      history.pushState = (...rest) => {
        const button = [...document.querySelectorAll('button')].find((one) => one.ariaPressed === 'true')
        sessionStorage.setItem('flip', button.textContent + ' ' + getComputedStyle(button).backgroundColor)
        return push.apply(history, rest)
      }
    }`)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Save the Place' }).click()
    await page.waitForURL('**/login?next=*')
    expect(await page.evaluate('sessionStorage.getItem("flip")')).toBe('Place Saved rgb(242, 166, 59)')
  })

  it('who wants to message the owner is asked to sign in', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'Send a Message' }).click()
    await page.waitForURL('**/login?next=*')
  })
})

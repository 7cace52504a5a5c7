import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_REPORT_TEXT, type Post, type PostWithDetail, type SimilarPost } from '@aangan/contracts/posts'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { run } from '../src/testing/site-process.ts'
import { useSite } from './site.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
const site = useSite()

async function listings(query = ''): Promise<Post[]> {
  return (await (await fetch(`${site.url()}/posts?${query}`)).json()) as Post[]
}

async function firstOf(query = ''): Promise<Post> {
  const [post] = await listings(query)
  if (!post) throw new Error(`The demo site has no listing for ${query}`)
  return post
}

async function detailOf(id: string): Promise<PostWithDetail> {
  return (await (await fetch(`${site.url()}/posts/${id}`)).json()) as PostWithDetail
}

/** Shows the page of a listing to a new visitor; `changes` are what the site says of it otherwise than it is. */
async function open(
  changes: (post: PostWithDetail) => void = () => {},
  { query = 'type=buy', ...options }: Parameters<typeof site.visit>[1] & { query?: string } = {},
) {
  const post = await detailOf((await firstOf(query)).id)
  changes(post)
  const visitor = await site.visit('about:blank', options)
  // The page carries the same answer; without it, the browser asks.
  await visitor.page.route(`**/${post.id}`, async (route) => {
    const isPage = route.request().resourceType() === 'document'
    if (!isPage) return await route.fulfill({ json: post })
    const response = await route.fetch()
    return await route.fulfill({ response, body: (await response.text()).replace('id="first-data"', 'id="none"') })
  })
  await visitor.page.goto(`/${post.id}`)
  await visitor.page.getByRole('heading', { name: post.title, level: 1 }).waitFor()
  return { ...visitor, post }
}

const pictures = (page: Page) => page.getByRole('region', { name: 'Pictures' })
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Pictures' })
const counter = (page: Page, text: string) => viewer(page).getByText(text, { exact: true }).waitFor()

function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === element.ownerDocument.activeElement)
}

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

describe('similar homes nearby', () => {
  it('are of the same kind, each with its distance, the nearest first', async () => {
    const { page, post } = await open()
    const similar = (await (await fetch(`${site.url()}/posts/${post.id}/similar`)).json()) as SimilarPost[]
    expect(similar.length).toBeGreaterThan(0)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    const row = page.getByRole('region', { name: 'Similar homes nearby' })
    await row.waitFor()
    expect(await row.getByRole('heading', { level: 3 }).allTextContents()).toEqual(similar.map(({ title }) => title))
    expect(await row.getByText(/^[\d.]+k?m away$/).count()).toBe(similar.length)
    for (const home of similar) expect(home.type).toBe(post.type)
  })

  it('are not spoken of where there are none', async () => {
    const { page, post } = await open()
    await page.route(`**/posts/${post.id}/similar`, (route) => route.fulfill({ json: [] }))
    const answered = page.waitForResponse(`**/posts/${post.id}/similar`)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await answered
    expect(await page.getByText('Similar homes').count()).toBe(0)
  })
})

describe('homes seen in this browser', () => {
  const row = (page: Page) => page.getByRole('region', { name: 'Recently viewed' })

  async function seenOn(page: Page): Promise<string[]> {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await row(page).waitFor()
    return await row(page).getByRole('heading', { level: 3 }).allTextContents()
  }

  it('are shown newest first, without the present one, until they are cleared', async () => {
    const [first, second, third] = await listings('limit=3')
    const { page } = await site.visit('/about')
    for (const post of [first, second, third, second]) {
      await page.goto(`/${post?.id}`)
      // Noted once it is painted.
      const newest = () => page.evaluate<string>("JSON.parse(localStorage.getItem('recently-viewed') ?? '[]')[0]?.id")
      await expect.poll(newest).toBe(post?.id)
    }
    expect(await seenOn(page)).toEqual([third?.title, first?.title])
    await page.getByRole('button', { name: 'Clear recently viewed homes' }).click()
    await row(page).waitFor({ state: 'hidden' })
    await page.goto(`/${first?.id}`)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    expect(await row(page).count()).toBe(0)
  })

  it.each([
    ['nonsense is stored', 'localStorage.setItem("recently-viewed", "{nonsense")'],
    [
      'the storage is forbidden',
      'for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError") } })',
    ],
    ['it is full', 'Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") }'],
  ])('are no trouble when %s', async (_when, content) => {
    const post = await firstOf()
    const { page } = await site.visit('about:blank')
    await page.addInitScript({ content: `if (location.protocol !== 'about:') { ${content} }` })
    await page.goto(`/${post.id}`)
    await page.getByRole('heading', { name: post.title, level: 1 }).waitFor()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    expect(await row(page).count()).toBe(0)
  })
})

describe('reporting', () => {
  async function openForm(page: Page): Promise<Locator> {
    await page.getByRole('button', { name: 'Report this listing' }).click()
    const form = page.getByRole('dialog', { name: 'Report this listing' })
    await form.waitFor()
    return form
  }

  it('is kept for a moderator, who reads it with npm run reports', async () => {
    const { page, post } = await open()
    const form = await openForm(page)
    await form.getByRole('radio', { name: 'It looks like a fraud' }).check()
    await form.getByRole('textbox').fill('Asks for money first')
    await form.getByRole('button', { name: 'Send the report' }).click()
    await page
      .getByRole('status')
      .getByText(/thank you/i)
      .waitFor()
    await form.waitFor({ state: 'hidden' })
    expect(await hasFocus(page.getByRole('button', { name: 'Report this listing' }))).toBe(true)

    const reports = run('reports', { DATA_DIR: site.dataDir() })
    expect(await reports.ended).toBe(0)
    expect(reports.output.stdout).toContain(`/${post.id}  ${post.title}`)
    expect(reports.output.stdout).toContain('Asks for money first')
  })

  it('needs a reason, and takes at most 1,000 characters', async () => {
    const { page } = await open()
    const form = await openForm(page)
    await form.getByRole('button', { name: 'Send the report' }).click()
    await form.getByText('Choose what is wrong.').waitFor()
    await form.getByRole('textbox').fill('x'.repeat(MAX_REPORT_TEXT + 50))
    expect((await form.getByRole('textbox').inputValue()).length).toBe(MAX_REPORT_TEXT)
  })

  it('keeps what was typed when it is closed', async () => {
    const { page } = await open()
    const form = await openForm(page)
    await form.getByRole('textbox').fill('Half a tho')
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    expect(await (await openForm(page)).getByRole('textbox').inputValue()).toBe('Half a tho')
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
    await page.waitForURL('**/login')
    expect(await page.evaluate('sessionStorage.getItem("flip")')).toBe('Place Saved rgb(242, 166, 59)')
  })

  it('who wants to message the owner is asked to sign in', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'Send a Message' }).click()
    await page.waitForURL('**/login')
  })
})

describe('a home that was taken down', () => {
  it('says so, and leads to others of the kind where it was seen before', async () => {
    const post = await firstOf('city=Pune')
    const visitor = await site.visit(`/${post.id}`)
    const { page } = visitor
    await page.getByRole('heading', { name: post.title, level: 1 }).waitFor()
    await takeDown(post.id)
    visitor.expectProblem(/404|410/)
    await page.goto(`/${post.id}`)
    await page.getByRole('heading', { name: 'This home was taken down', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Search similar homes in Pune' }).click()
    await page.waitForURL(`**/list?type=${post.type}&city=Pune&property=${post.property}`)
  })

  it('does not come back with a second import of the same file', async () => {
    const file = join(site.dataDir(), 'homes.csv')
    const header = 'title,type,property,price,city,bedroom,bathroom,latitude,longitude'
    const rows = ['A home to remove,buy,house,4500000', 'Another home,buy,house,4600000']
    await writeFile(file, [header, ...rows.map((row) => `${row},Pune,2,2,18.5,73.8`)].join('\n'))
    const importOnce = async () => {
      const { ended, output } = run('import', { DATA_DIR: site.dataDir() }, [file])
      expect(await ended, output.stderr).toBe(0)
    }
    const titles = async () => (await listings('city=Pune&limit=500')).map(({ title }) => title)
    await importOnce()
    const home = (await listings('city=Pune&limit=500')).find(({ title }) => title === 'A home to remove')
    await takeDown(home?.id ?? '')
    await importOnce()
    expect(await titles()).toContain('Another home')
    expect(await titles()).not.toContain('A home to remove')
  })

  async function takeDown(id: string): Promise<void> {
    const { ended, output } = run('reports', { DATA_DIR: site.dataDir() }, ['--take-down', id])
    expect(await ended, output.stderr).toBe(0)
  }
})

describe('reports beyond the limit of an address', () => {
  const strict = useSite({ REPORT_LIMIT: '1' })

  it('are refused in words, and what was typed stays', async () => {
    const [post] = (await (await fetch(`${strict.url()}/posts?limit=1`)).json()) as Post[]
    const headers = { 'content-type': 'application/json' }
    const url = `${strict.url()}/posts/${post?.id}/reports`
    expect((await fetch(url, { method: 'POST', headers, body: '{"reason":"sold"}' })).status).toBe(201)

    const visitor = await strict.visit(`/${post?.id}`)
    visitor.expectProblem(/429/)
    const { page } = visitor
    await page.getByRole('button', { name: 'Report this listing' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('radio', { name: 'It is offensive' }).check()
    await form.getByRole('textbox').fill('Rude words')
    await form.getByRole('button', { name: 'Send the report' }).click()
    await form.getByRole('alert').getByText('Too many reports from your address: try again in 60 minutes').waitFor()
    expect(await form.getByRole('textbox').inputValue()).toBe('Rude words')
    expect(await form.getByRole('radio', { name: 'It is offensive' }).isChecked()).toBe(true)
  })
})

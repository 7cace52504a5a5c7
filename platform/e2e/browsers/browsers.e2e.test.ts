import type { Post } from '@aangan/contracts/posts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LAYOUT_FAULTS } from '../layout.ts'
import { openLine } from '../line.ts'
import { makeBelongings, OWN_SCREENS, pathOf } from '../own-screens.ts'
import { SCREENS } from '../screens.ts'
import { BOX_FAULTS } from './box-faults.ts'
import { COVERED_WHILE_FOCUSED } from './in-page.ts'
import { LAPTOP, PHONE, type Tab } from './tab.ts'
import { useBrowsers } from './use-browsers.ts'
import { enter, lookForHomes, PASSWORD, publish, sendAs, write } from './visit.ts'

const PUBLIC = SCREENS.filter(({ enter }) => !enter)
const OWN = OWN_SCREENS.filter(({ enter }) => !enter)

const browsers = useBrowsers()
/** What most people have each on. Chromium has all screens at all sizes (accessible.e2e.test.ts). */
const SIZES = { Firefox: LAPTOP, WebKit: PHONE }

for (const name of ['Firefox', 'WebKit'] as const) {
  describe(name, () => {
    browsers.need(name)

    it('every public screen fits, and covers none of its controls', async () => {
      const tab = browsers.tab(name, 'read')
      const id = await anyListing()
      await tab.open('/about')
      await tab.resize(SIZES[name])
      for (const { path, name: screen } of PUBLIC) {
        await tab.open(path.replace('{id}', id))
        await expectFit(tab, screen, SIZES[name])
      }
    })

    it('no bar covers what has the focus on a phone', async () => {
      const tab = browsers.tab(name, 'read')
      await tab.open(`/${await anyListing()}`)
      await tab.resize(PHONE)
      await tab.complete()
      expect.soft(await tab.run(COVERED_WHILE_FOCUSED)).toEqual([])
      // The next test opens the same listing: restoring this position would move it while it is clicked.
      await tab.open('/about')
    })

    it('a list of choices is only as high as they are', async () => {
      const tab = browsers.tab(name, 'read')
      await tab.open(`/${await anyListing()}`)
      await tab.resize(LAPTOP)
      await tab.click('button', 'Report this listing')
      await tab.see('dialog fieldset')
      expect(await tab.run<number>(BELOW_CHOICES)).toBeLessThan(2)
    })
  })
}

describe('Firefox, whose scroll bars have a width', () => {
  browsers.need('Firefox')

  it('dims the whole window beside a dialog, and moves nothing', async () => {
    const tab = browsers.tab('Firefox', 'read')
    await tab.open(`/${await anyListing()}`)
    await tab.resize(LAPTOP)
    const left = () => tab.run<number>(`return document.querySelector('h1').getBoundingClientRect().left`)
    expect(await tab.run('return innerWidth - document.documentElement.clientWidth')).toBeGreaterThan(5)
    const before = await left()
    await tab.click('button', 'Report this listing')
    await tab.see('dialog')
    // A backdrop counts as its dialog.
    expect(await tab.run('return document.elementFromPoint(innerWidth - 2, innerHeight / 2)?.localName')).toBe('dialog')
    expect(await left()).toBe(before)
  })
})

describe('Firefox without a connection', () => {
  browsers.need('Firefox')

  it('opens the list that was seen last, and says that it is a copy', async () => {
    const line = await openLine(browsers.url('read'))
    const tab = browsers.tab('Firefox', new URL(line.url))
    await tab.open('/list?city=Pune')
    await tab.until(`performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/r/page.json'))`)
    await tab.run('return navigator.serviceWorker.ready.then(() => true)')
    line.cut()
    await tab.run('setTimeout(() => location.reload())')
    await tab.read('header', 'No connection. Trying again…')
    await tab.see('h1', 'Search results for Pune')
  })
})

describe('Firefox that keeps no cookies', () => {
  browsers.need('Firefox')

  it('shows every public screen, and says on signing in what to allow', async () => {
    const tab = browsers.tab('Firefox', 'written')
    await tab.open('/about')
    await sendAs(tab)('/auth/register', { username: 'no.cookies', email: 'no@example.com', password: PASSWORD })
    await tab.blockCookies(true)
    onTestFinished(() => tab.blockCookies(false))
    const id = await anyListing('written')
    for (const { path } of PUBLIC) await tab.open(path.replace('{id}', id))
    await tab.open('/login')
    await tab.fill('Username', 'no.cookies')
    await tab.fill('Password', PASSWORD)
    await tab.click('button', 'Login')
    await tab.read('[role="alert"]', 'Allow cookies')
  })
})

describe('Firefox and WebKit', () => {
  browsers.need('Firefox')
  browsers.need('WebKit')

  it('visitors of both find a home, sign in, publish one with pictures and chat with each other', async () => {
    const owner = browsers.tab('Firefox', 'written')
    const buyer = browsers.tab('WebKit', 'written')
    const arrive = async (tab: Tab, username: string) => {
      await lookForHomes(tab, 'Pune')
      await enter(tab, username)
      return await publish(tab, `House of ${username}`)
    }
    await owner.open('/about')
    await owner.resize(LAPTOP)
    await buyer.open('/about')
    await buyer.resize(PHONE)
    const [home] = await Promise.all([arrive(owner, 'fox.rao'), arrive(buyer, 'kit.rao')])

    await owner.open('/chat')
    await buyer.open(home)
    await buyer.click('button', 'Send a Message')
    await write(buyer, 'Is it still there?')
    await owner.click('main a[href*="/chat"]')
    await owner.read('[aria-label^="Chat with"]', 'Is it still there?')
    await write(owner, 'Yes, come and see it.')
    await buyer.read('[aria-label^="Chat with"]', 'Yes, come and see it.')
    for (const tab of [owner, buyer]) await expectGrowth(tab)
  })
})

for (const name of ['Firefox', 'WebKit'] as const) {
  describe(`${name} of a person`, () => {
    browsers.need(name)

    it('fits own screens, and covers none of their controls', async () => {
      const tab = browsers.tab(name, 'written')
      await tab.open('/about')
      const belongings = await makeBelongings(browsers.url('written'), sendAs(tab), `own.${name.toLowerCase()}`)
      await tab.resize(SIZES[name])
      for (const screen of OWN) {
        await tab.open(pathOf(screen, belongings))
        await expectFit(tab, screen.name, SIZES[name])
      }
    })
  })
}

/** On a phone with text at 200 % too. */
async function expectFit(tab: Tab, name: string, size: typeof PHONE): Promise<void> {
  await tab.complete()
  expect.soft(await tab.run(BOX_FAULTS), `${name}, ${size.width} wide`).toEqual([])
  if (size !== PHONE) return
  await tab.enlargeText(2)
  await tab.complete()
  const faults = [...(await tab.run<string[]>(BOX_FAULTS)), ...(await tab.run<string[]>(LAYOUT_FAULTS))]
  expect.soft(faults, `${name} with text at 200 %`).toEqual([])
  await tab.enlargeText(1)
}

/** Pixels below the last choice of a dialog. */
const BELOW_CHOICES = `
  const choices = document.querySelector('dialog fieldset')
  return choices.getBoundingClientRect().bottom - choices.lastElementChild.getBoundingClientRect().bottom`

/** The field for a message shows all of a text that has three lines but no line break. */
async function expectGrowth(tab: Tab): Promise<void> {
  const field = await tab.see('textarea')
  const twoLines = await tab.run<number>('return arguments[0].clientHeight', field)
  await field.sendKeys('word '.repeat(await tab.run<number>('return Math.round(arguments[0].clientWidth / 18)', field)))
  const [needed, shown] = await tab.run<number[]>(
    'return [arguments[0].scrollHeight, arguments[0].clientHeight]',
    field,
  )
  expect(needed).toBeGreaterThan(twoLines)
  expect(shown).toBe(needed)
}

async function anyListing(site: 'read' | 'written' = 'read'): Promise<string> {
  const [post] = (await (await fetch(`${browsers.url(site)}/posts?limit=1`)).json()) as Post[]
  if (!post) throw new Error('The site has no listing.')
  return post.id
}

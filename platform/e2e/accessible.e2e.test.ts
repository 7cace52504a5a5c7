import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { useStarted } from './browser.ts'
import { layoutFaults } from './layout.ts'
import { makeBelongings, OWN_SCREENS, pathOf } from './own-screens.ts'
import { SCREENS, type Screen } from './screens.ts'
import { type TestSite, useSite, useWrittenSite } from './site.ts'
import { openVisitor, type Visitor } from './visitor.ts'
import { TALL, walkTo } from './walk.ts'

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 820, height: 1180 }
const LAPTOP = { width: 1366, height: 768 }

/** A common laptop at 200 % zoom. */
const ZOOMED = { width: 683, height: 384 }
/** 1280 pixels at 400 %, up to which WCAG 1.4.10 forbids scrolling in both directions. */
const ZOOMED_MOST = { width: 320, height: 256 }

/** WCAG 1.4.12. */
const WIDE_SPACING = `*, ::before, ::after { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`

const site = useSite()
const written = useWrittenSite()

/** One visitor for all screens, so that axe is injected once. */
const visitor = useStarted(() => startVisit(site), close)

const owner = useStarted(async () => {
  const visit = await openVisitor(written.browser(), written.url(), { reducedMotion: 'reduce' })
  const belongings = await makeBelongings(written.url(), (path, data) => send(visit.page, path, data), 'asha.of.own')
  return { ...(await start(visit)), belongings }
}, close)

async function startVisit({ browser, url }: TestSite): Promise<Visitor> {
  return start(await openVisitor(browser(), url(), { reducedMotion: 'reduce' }))
}

async function start(started: Visitor): Promise<Visitor> {
  await started.page.goto('/about')
  // evaluate, not addScriptTag: the site's policy blocks foreign scripts.
  await started.page.evaluate(axe.source)
  return started
}

async function send(page: Page, path: string, data: object): Promise<string> {
  const answer = await page.request.post(path, { data })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

async function close(visit: Visitor): Promise<void> {
  await visit.close()
}

it.each(SCREENS)('$name is accessible', async (screen) => {
  const page = await open(screen)
  await expectStill(page)
  await expectReadable(page)
  for (const size of [TABLET, ZOOMED, { width: 360, height: 780 }]) {
    await page.setViewportSize(size)
    expect.soft(await overflowOf(page), `beyond the edge at ${size.width}`).toEqual([])
  }
  const findings: string[] = []
  const look = async (size: typeof PHONE, scheme: 'light' | 'dark', rules?: string[]) => {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: scheme })
    for (const finding of await findingsOn(page, rules)) findings.push(`${size.width} ${scheme}: ${finding}`)
  }
  // A tablet adds nothing to these two. Dark mode differs only in colours, and the phone uses the same colour tokens.
  await look(PHONE, 'light')
  await look(LAPTOP, 'dark', ['color-contrast'])
  await look(LAPTOP, 'light')
  expect.soft(findings).toEqual([])
  expect.soft(await unmarkedLists(page)).toEqual([])
})

it.each(OWN_SCREENS)('$name of a person is readable: zoomed, with large text and in the dark', async (screen) => {
  const { page, settle, belongings } = owner()
  onTestFinished(async () => expect(await settle()).toEqual([]))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ ...LAPTOP, height: TALL })
  await walkTo(page, pathOf(screen, belongings))
  await screen.enter?.(page)
  expect.soft(await findingsOn(page, ['color-contrast'])).toEqual([])
  await expectReadable(page)
})

it('detects violations', async () => {
  const page = await open({ name: 'contact', path: '/contact' })
  await page.evaluate(`document.querySelector('main').append(document.createElement('button'), document.createElement('ul'))
    document.querySelector('main > button').style.width = '2000px'`)
  expect((await findingsOn(page)).join()).toContain('button-name')
  expect(await unmarkedLists(page)).toEqual(['<ul></ul>'])
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await overflowOf(page)).not.toEqual([])
})

async function open({ path, enter, problem }: Screen): Promise<Page> {
  const { page, expectProblem, settle } = visitor()
  onTestFinished(async () => expect(await settle()).toEqual([]))
  if (problem) expectProblem(problem)
  await page.unrouteAll()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ ...LAPTOP, height: TALL })
  await walkTo(page, path.replace('{id}', await site.anyListing()))
  await enter?.(page)
  return page
}

/** WCAG 1.4.4, 1.4.10 and 1.4.12. */
async function expectReadable(page: Page): Promise<void> {
  const faults = async () => (await layoutFaults(page)).filter((fault) => !fault.startsWith('shortened'))
  try {
    await page.setViewportSize(ZOOMED_MOST)
    await expect.poll(faults, { message: 'at 400 %' }).toEqual([])
    await page.setViewportSize(PHONE)
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
    await expect.poll(() => layoutFaults(page), { message: 'with text at 200 %' }).toEqual([])
    await page.evaluate(`document.documentElement.style.fontSize = ''
      const spacing = new CSSStyleSheet()
      spacing.replaceSync(${JSON.stringify(WIDE_SPACING)})
      document.adoptedStyleSheets = [spacing]`)
    await expect.poll(faults, { message: 'with wide spacing' }).toEqual([])
  } finally {
    await page.evaluate(`document.documentElement.style.fontSize = ''
      document.adoptedStyleSheets = []`)
  }
}

/** The visitor has prefers-reduced-motion set. */
async function expectStill(page: Page): Promise<void> {
  // Zero-duration animations only delay the appearance of something.
  const moving = `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 0)
    .map((a) => a.animationName ?? a.transitionProperty)`
  expect.soft(await page.evaluate(moving)).toEqual([])
  expect.soft(await page.evaluate('getComputedStyle(document.documentElement).scrollBehavior')).toBe('auto')
}

/** Runs axe with all rules, or only those given. */
async function findingsOn(page: Page, rules?: string[]): Promise<string[]> {
  const options = JSON.stringify({ resultTypes: ['violations'], selectors: false, ...(rules && { runOnly: rules }) })
  return page.evaluate<string[]>(`axe.run(document, ${options}).then(({ violations }) =>
    violations.map(({ id, help, nodes }) => id + ': ' + help + ': ' + nodes.map(({ html }) => html).join(' ')))`)
}

/** Lists without bullets need an explicit role: Safari does not expose them as lists otherwise. */
function unmarkedLists(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('ul:not([role]), ol:not([role])')]
    .filter((list) => getComputedStyle(list).listStyleType === 'none')
    .map((list) => list.cloneNode().outerHTML)`)
}

/** Describes the elements beyond the right edge of the window; empty if the page fits. */
function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 100))
  })()`)
}

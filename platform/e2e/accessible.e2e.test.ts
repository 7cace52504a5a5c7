import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { SCREENS, type Screen } from './screens.ts'
import { useSite } from './site.ts'

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 820, height: 1180 }
const LAPTOP = { width: 1366, height: 768 }

/** 200 % of a common laptop, and 400 % of 1280 pixels, beyond which nobody may have to scroll both ways. */
const ZOOMED = [
  { width: 683, height: 384 },
  { width: 320, height: 256 },
  { width: 360, height: 780 },
]

interface Finding {
  id: string
  help: string
  nodes: { html: string }[]
}

const site = useSite()

it.each(SCREENS)('$name is for everyone', async (screen) => {
  const page = await open(screen)
  await expectStill(page)
  for (const size of ZOOMED) {
    await page.setViewportSize(size)
    expect.soft(await overflowOf(page), `beyond the edge at ${size.width}`).toEqual([])
  }
  // Evaluated, not added as a script: the site's policy lets no page run foreign ones.
  await page.evaluate(axe.source)
  const findings: string[] = []
  for (const size of [PHONE, TABLET, LAPTOP]) {
    await page.setViewportSize(size)
    for (const finding of await findingsOn(page)) findings.push(`${size.width}: ${finding}`)
  }
  // In the dark nothing but colours is different.
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const size of [LAPTOP, PHONE]) {
    await page.setViewportSize(size)
    for (const finding of await findingsOn(page, ['color-contrast'])) findings.push(`${size.width} dark: ${finding}`)
  }
  expect.soft(findings).toEqual([])
  expect.soft(await unmarkedLists(page)).toEqual([])
})

it('is a check that notices what is wrong', async () => {
  const page = await open({ name: 'about', path: '/about' })
  await page.evaluate(axe.source)
  await page.evaluate(`document.querySelector('main').append(document.createElement('button'), document.createElement('ul'))
    document.querySelector('main > button').style.width = '2000px'`)
  expect((await findingsOn(page)).join()).toContain('button-name')
  expect(await unmarkedLists(page)).toEqual(['<ul></ul>'])
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await overflowOf(page)).not.toEqual([])
})

async function open({ path, enter, problem }: Screen): Promise<Page> {
  const visitor = await site.visit('about:blank', { reducedMotion: 'reduce' })
  if (problem) visitor.expectProblem(problem)
  const { page } = visitor
  await page.goto(path.replace('{id}', await site.anyListing()), { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await enter?.(page)
  return page
}

/** The page was opened by somebody who asked for less motion. */
async function expectStill(page: Page): Promise<void> {
  // One without a duration moves nothing: it lets something appear late.
  const moving = `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 0)
    .map((a) => a.animationName ?? a.transitionProperty)`
  expect.soft(await page.evaluate(moving)).toEqual([])
  expect.soft(await page.evaluate('getComputedStyle(document.documentElement).scrollBehavior')).toBe('auto')
}

/** What axe finds by its rules, or by those named alone. */
async function findingsOn(page: Page, rules?: string[]): Promise<string[]> {
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const { violations } = await page.evaluate<{ violations: Finding[] }>(`axe.run(document, ${options})`)
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Lists without bullets that do not say what they are: to Safari's screen reader they are none. */
function unmarkedLists(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('ul:not([role]), ol:not([role])')]
    .filter((list) => getComputedStyle(list).listStyleType === 'none')
    .map((list) => list.cloneNode().outerHTML)`)
}

/** What reaches beyond the window's right edge, in words; nothing where the page fits. */
function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 100))
  })()`)
}

import type { Page } from 'playwright-core'
import { isMapRequest, mapOf, middleOf } from '../../../platform/e2e/map/map.ts'

/** A visitor's action on the map or list, up to the state that shows its effect. */
export type Move = [name: string, act: (page: Page) => Promise<unknown>]

const STEPS = 150
// Keys go to the focused element: finding an element would cost the page more than the measured move.
/** Ends at a place not seen before, because the map caches what it has already loaded. */
const KEYS = ['Right', 'Right', 'Down', 'Down', 'Down', 'Left', 'Left', 'Up', 'Up'].map((way) => `Arrow${way}`)
const ZOOMS = ['+', '+', '+', '-', '-', '-', '-']
/** Frames of the animation of a step, and of a zoom level. */
const STEP_FRAMES = 9
const LEVEL_FRAMES = 20
const TURNS = 60

export const MOVES: Move[] = [
  ['drag the map', dragAround],
  ['pan it by keys', panByKeys],
  ['zoom it by keys', zoom],
  ['scroll the page', scroll],
]

async function dragAround(page: Page): Promise<void> {
  const { ground } = mapOf(page)
  const { x, y } = await middleOf(ground)
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= STEPS; step += 1) {
    const turn = (step / STEPS) * 4 * Math.PI
    await page.mouse.move(x + 150 * Math.sin(turn), y + 150 * Math.sin(turn / 2))
  }
  await settled(page, () => page.mouse.up())
}

function panByKeys(page: Page): Promise<void> {
  return moveByKeys(page, KEYS, STEP_FRAMES)
}

function zoom(page: Page): Promise<void> {
  return moveByKeys(page, ZOOMS, LEVEL_FRAMES)
}

async function moveByKeys(page: Page, keys: string[], between: number): Promise<void> {
  await mapOf(page).ground.focus()
  for (const key of keys.slice(0, -1)) {
    await page.keyboard.press(key)
    await frames(page, between)
  }
  await settled(page, () => page.keyboard.press(keys.at(-1) ?? ''))
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(400, 500)
  for (let turn = 1; turn <= TURNS; turn += 1) {
    await page.mouse.wheel(0, turn > TURNS / 2 ? -100 : 100)
    await frames(page, 1)
  }
}

/** Moves the map and waits until the new results are drawn. */
async function settled(page: Page, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForResponse((response) => isMapRequest(response.request())), act()])
  await frames(page, 2)
}

async function frames(page: Page, count: number): Promise<void> {
  for (let frame = 0; frame < count; frame += 1) await page.evaluate('new Promise(requestAnimationFrame)')
}

import '@aangan/remote/testing/screens'
import { until } from '@aangan/remote/testing/user-actions'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { uncoverFocus } from './uncover-focus.ts'

const BAR = 'position: fixed; inset-inline: 0; background: white'
const SPACE = '<p style="height: 2000px"></p>'

beforeEach(async () => {
  await page.viewport(390, 844)
  document.body.innerHTML = `<header style="${BAR}; top: 0; height: 90px">Top</header>
    ${SPACE}<input id="first"><p style="height: 740px"></p><input id="second">${SPACE}
    <footer style="${BAR}; bottom: 0; height: 120px"><button id="inside">Send</button></footer>`
  onTestFinished(uncoverFocus())
  onTestFinished(() => document.body.replaceChildren())
})

const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()

/** Scrolls until the top of a field is so far below that of the window: no browser scrolls to what is in the window. */
const place = (selector: string, top: number) => window.scrollBy(0, boxOf(selector).top - top)

it('scrolls what takes the focus out from behind the bars', async () => {
  place('#second', 800)
  focus('#second')
  await until(() => boxOf('#second').bottom <= boxOf('footer').top).toBe(true)
  place('#first', 40)
  focus('#first')
  await until(() => boxOf('#first').top >= boxOf('header').bottom).toBe(true)
})

it('leaves the page alone where no bar covers it, or it is in a bar that another one covers', async () => {
  place('#first', 400)
  const before = window.scrollY
  focus('#first')
  await frames(4)
  document.body.insertAdjacentHTML('beforeend', `<div style="${BAR}; bottom: 0; height: 200px"></div>`)
  focus('#inside')
  await frames(4)
  expect(window.scrollY).toBe(before)
})

it('moves nothing away from under a pressed pointer', async () => {
  place('#second', 800)
  const field = document.querySelector('#second')
  field?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  focus('#second')
  const before = window.scrollY
  await frames(4)
  expect(window.scrollY).toBe(before)
  field?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
})

it('leaves the page where it is if the whole of it takes the focus, or a finger taps', async () => {
  document.body.innerHTML = `<header style="${BAR}; top: 0; height: 90px"></header>
    <main tabindex="-1">${SPACE}</main><section tabindex="0">${SPACE}</section>`
  window.scrollTo(0, 1000)
  document.querySelector('main')?.focus({ preventScroll: true })
  await frames(4)
  expect(window.scrollY).toBe(1000)
  window.scrollTo(0, 2500)
  const section = document.querySelector('section')
  for (const type of ['pointerdown', 'pointerup']) section?.dispatchEvent(new PointerEvent(type, { bubbles: true }))
  section?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  section?.focus({ preventScroll: true })
  section?.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }))
  await frames(4)
  expect(window.scrollY).toBe(2500)
})

it('scrolls out from behind a bar what is sticky, but pushed away by the end of its parent', async () => {
  document.body.innerHTML = `<header style="${BAR}; z-index: 1; top: 0; height: 200px"></header>
    <div>${SPACE}<div style="position: sticky; top: 200px"><button id="pushed">Zoom in</button>${SPACE}</div></div>${SPACE}`
  place('#pushed', 120)
  focus('#pushed')
  await until(() => boxOf('#pushed').top >= boxOf('header').bottom).toBe(true)
})

it('scrolls a row sideways to what is half visible at one of its ends', async () => {
  const item = 'flex: none; width: 200px; scroll-snap-align: start'
  const row = 'display: flex; overflow-x: auto; scroll-padding-inline: 16px; scroll-snap-type: x proximity'
  document.body.innerHTML = `<div id="row" style="${row}"><button style="${item}">1</button>
    <button id="second" style="${item}">2</button>${`<button style="${item}">more</button>`.repeat(4)}</div>`
  focus('#second')
  await until(() => boxOf('#second').left).toBe(boxOf('#row').left + 16)
  await frames(4)
  expect(boxOf('#second').right).toBeLessThan(boxOf('#row').right)
  focus('#row button')
  await until(() => boxOf('#row button').left).toBe(boxOf('#row').left)
  expect(window.scrollY).toBe(0)
})

async function frames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
}

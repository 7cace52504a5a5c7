import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'
import { input } from './input.ts'

/** How long a screen may take to show what a test waits for. */
const PATIENCE = { timeout: 10_000, interval: 10 }

/** Waits until an element is there to be seen. */
export async function shown(locator: Locator): Promise<HTMLElement> {
  await until(() => isSeen(locator.query()), `${locator.selector} is shown`).toBe(true)
  return locator.element() as HTMLElement
}

/** Waits until an element is gone, or out of sight. */
export async function gone(locator: Locator): Promise<void> {
  await until(() => isSeen(locator.query()), `${locator.selector} is shown`).toBe(false)
}

/** `expect.poll`, with the patience of these tests. */
export function until<T>(read: () => T, message?: string): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { ...PATIENCE, message })
}

/**
 * Clicks in the middle of an element, as a pointer would: on what lies on top there, which must belong to it. It costs a
 * hundredth of what the browser's own input does; `press` and `input` are for what only that shows.
 */
export async function click(locator: Locator, modifiers: MouseEventInit = {}): Promise<void> {
  const { x, y, target } = await reach(locator)
  const init = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, view: window, ...modifiers }
  const pointer = { ...init, pointerId: 1, pointerType: 'mouse', isPrimary: true }
  target.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }))
  if (target.dispatchEvent(new MouseEvent('mousedown', { ...init, buttons: 1 }))) focusAt(target)
  target.dispatchEvent(new PointerEvent('pointerup', pointer))
  target.dispatchEvent(new MouseEvent('mouseup', init))
  target.dispatchEvent(new MouseEvent('click', { ...init, detail: 1 }))
  await rendered()
}

/** Has a text stand in a field in place of what stood there. */
export async function fill(locator: Locator, text: string): Promise<void> {
  const field = (await shown(locator)) as HTMLInputElement
  field.focus()
  field.select()
  if (text === '') document.execCommand('delete')
  else if (!document.execCommand('insertText', false, text)) throw new Error(`The field does not take '${text}'.`)
  await rendered()
}

export async function choose(locator: Locator, value: string): Promise<void> {
  const select = (await shown(locator)) as HTMLSelectElement
  select.focus()
  select.value = value
  if (select.value !== value) throw new Error(`There is no choice '${value}'.`)
  select.dispatchEvent(new Event('input', { bubbles: true }))
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await rendered()
}

/** Presses a key, or keys together (`Shift+Tab`), where the focus is. */
export function press(key: string): Promise<void> {
  return input.pressKey(key)
}

/** Takes the browser's pointer to the middle of an element, or so far from its upper left corner. */
export async function point(locator: Locator, offset?: { x: number; y: number }): Promise<void> {
  const middle = await reach(locator)
  const element = locator.element()
  const box = element.getBoundingClientRect()
  const { x, y } = offset ? { x: box.x + offset.x, y: box.y + offset.y } : middle
  await input.movePointer(x, y)
}

/** Goes through the history, and waits until the address has changed. */
export async function go(steps: 1 | -1): Promise<void> {
  await new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true })
    window.history.go(steps)
  })
  await rendered()
}

/** The texts of all elements, in their order. */
export function texts(locator: Locator): string[] {
  return locator.elements().map((element) => element.textContent ?? '')
}

export function entered(locator: Locator): string {
  return (locator.element() as HTMLInputElement).value
}

export function hasFocus(locator: Locator): boolean {
  return locator.query() === document.activeElement
}

function isSeen(element: Element | null): boolean {
  return element?.checkVisibility({ visibilityProperty: true }) === true && element.getClientRects().length > 0
}

interface Hit {
  x: number
  y: number
  target: Element
}

/** Waits until an element is there and nothing else lies on its middle: what still moves may lie there for a moment. */
async function reach(locator: Locator): Promise<Hit> {
  let found: Hit | null = null
  await until(() => {
    const element = locator.query()
    found = isSeen(element) ? hit(element as HTMLElement) : null
    return found !== null
  }, `${locator.selector} is shown, and nothing lies on top of it`).toBe(true)
  return found ?? Promise.reject(new Error('It was reached and is not there.'))
}

function hit(element: HTMLElement): Hit | null {
  // What sticks to an edge of the window may cover what is at that edge.
  for (const block of ['nearest', 'center'] as const) {
    element.scrollIntoView({ block, behavior: 'instant' })
    const box = element.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const target = document.elementFromPoint(x, y)
    if (target && (element.contains(target) || target.closest('label')?.control === element)) return { x, y, target }
  }
  return null
}

/** One frame: nobody acts again on what has not been drawn yet. */
async function rendered(): Promise<void> {
  await new Promise(requestAnimationFrame)
  await new Promise((resolve) => setTimeout(resolve))
}

function focusAt(target: Element): void {
  const focusable = target.closest<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex], label')
  const element = focusable instanceof HTMLLabelElement ? focusable.control : focusable
  if (element) element.focus({ preventScroll: true })
  else (document.activeElement as HTMLElement | null)?.blur()
}

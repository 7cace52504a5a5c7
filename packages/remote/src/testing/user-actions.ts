import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'
import { input } from './input.ts'

const PATIENCE = { timeout: 10_000, interval: 40 }

/** Resolves once the element is visible. */
export async function shown(locator: Locator): Promise<HTMLElement> {
  await until(() => isSeen(locator.query()), `${locator.selector} is shown`).toBe(true)
  return locator.element() as HTMLElement
}

/** Resolves once the element is removed or hidden. */
export async function gone(locator: Locator): Promise<void> {
  await until(() => isSeen(locator.query()), `${locator.selector} is shown`).toBe(false)
}

/** `expect.poll` with our timeout. */
export function until<T>(read: () => T, message?: string): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { ...PATIENCE, message })
}

/**
 * Clicks the middle of an element, failing if another one covers it. A hundred times cheaper than real browser input;
 * use `press` and `input` only where that makes a difference.
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

/** Replaces the text of a field. */
export async function fill(locator: Locator, text: string): Promise<void> {
  const field = (await shown(locator)) as HTMLInputElement
  field.focus()
  field.select()
  if (text === '') document.execCommand('delete')
  else if (!document.execCommand('insertText', false, text)) throw new Error(`The field rejected the text '${text}'.`)
  await rendered()
}

export async function choose(locator: Locator, value: string): Promise<void> {
  const select = (await shown(locator)) as HTMLSelectElement
  select.focus()
  select.value = value
  if (select.value !== value) throw new Error(`The select has no option '${value}'.`)
  select.dispatchEvent(new Event('input', { bubbles: true }))
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await rendered()
}

/** Presses a key or a combination (`Shift+Tab`) on the focused element. */
export function press(key: string): Promise<void> {
  return input.pressKey(key)
}

/** Moves the real pointer to the middle of an element, or to an offset from its top left corner. */
export async function point(locator: Locator, offset?: { x: number; y: number }): Promise<void> {
  const middle = await reach(locator)
  const element = locator.element()
  const box = element.getBoundingClientRect()
  const { x, y } = offset ? { x: box.x + offset.x, y: box.y + offset.y } : middle
  await input.movePointer(x, y)
}

/** Navigates the history, and resolves after `popstate`. */
export async function go(steps: 1 | -1): Promise<void> {
  await new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true })
    window.history.go(steps)
  })
  await rendered()
}

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

/** Waits until the element is visible and nothing covers its middle, as a moving element may. */
async function reach(locator: Locator): Promise<Hit> {
  let found: Hit | null = null
  await until(() => {
    const element = locator.query()
    found = isSeen(element) ? hit(element as HTMLElement) : null
    return found !== null
  }, `${locator.selector} is shown, and nothing lies on top of it`).toBe(true)
  return found ?? Promise.reject(new Error('The element disappeared after it was found.'))
}

function hit(element: HTMLElement): Hit | null {
  // A sticky bar may cover an element at the window's edge: try the centre next.
  for (const block of ['nearest', 'center'] as const) {
    element.scrollIntoView({ block, behavior: 'instant' })
    const box = element.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const target = document.elementFromPoint(x, y)
    if (target && (element.contains(target) || target.closest('label')?.control === element)) return { x, y, target }
  }
  return null
}

/** Waits a frame, so that the next action sees the rendered result. */
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

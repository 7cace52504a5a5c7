import { HELD, SERVED, TAKEN } from '@aangan/contracts/page'
import { HELD_PRESSES } from '@aangan/contracts/page-retry'

declare global {
  /** Buttons pressed and forms sent in elements that were not hydrated yet: see `PAGE_SCRIPT`. */
  var __aanganHeld: Set<HTMLButtonElement | HTMLFormElement> | undefined
}

type TextField = HTMLInputElement | HTMLTextAreaElement
type Field = TextField | HTMLSelectElement

interface Entered {
  content: string | boolean
  /** Null where a type has no caret, such as numbers. */
  caret: readonly [start: number | null, end: number | null]
  findAgain: () => Element | null | undefined
}

/** After them, the focus is where somebody has put it, not a screen. */
const MOVING_FOCUS = ['keyup', 'click']

/**
 * Call it before React hydrates an element of a served page, and what it returns once it has, outside of an effect: that
 * enters again what was entered meanwhile, for React does not hear of it, and carries out what was pressed. Parts that
 * nobody has taken yet are left alone.
 */
export function takeOver(element: HTMLElement): () => Promise<void> {
  element.setAttribute(SERVED, TAKEN)
  const lookAtFocus = () => finderOf(document.activeElement, element)
  let findFocused = lookAtFocus()
  const look = () => {
    findFocused = lookAtFocus()
  }
  const entered = new Map<Field, Entered>()
  const note = (field: Element) => {
    if (isField(field) && isTaken(field, element))
      entered.set(field, { content: contentOf(field), caret: caretOf(field), findAgain: finderOf(field, element) })
  }
  const listen = ({ target }: Event) => note(target as Element)
  for (const field of element.querySelectorAll('input, textarea, select')) if (isChanged(field as Field)) note(field)
  // On the window: React stops events in the shell's root, which contains the element, while this one is hydrated.
  window.addEventListener('input', listen, true)
  for (const type of MOVING_FOCUS) window.addEventListener(type, look, true)
  return () => {
    window.removeEventListener('input', listen, true)
    for (const type of MOVING_FOCUS) window.removeEventListener(type, look, true)
    element.removeAttribute(SERVED)
    const focused = findFocused()
    if (focused instanceof HTMLElement && isTaken(focused, element)) focusAgain(focused)
    for (const what of entered.values()) {
      const field = what.findAgain()
      if (field && isField(field)) enter(field, what)
    }
    return pressAgain(element)
  }
}

function isTaken(node: Element, element: HTMLElement): boolean {
  const served = node.closest(`[${SERVED}]`)
  return element.contains(node) && (served === null || served === element)
}

function isField(element: Element): element is Field {
  return (
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLInputElement
  )
}

/**
 * Where the page is not the same as rendered, React makes it anew: a field is then the one in its place among those of its
 * type and name.
 */
function finderOf(node: Element | null, element: HTMLElement): Entered['findAgain'] {
  if (node === null || !isField(node)) return () => node
  const { localName, type, name } = node
  const same = () =>
    [...element.querySelectorAll<Field>(localName)].filter((one) => one.type === type && one.name === name)
  const at = same().indexOf(node)
  return () => (node.isConnected ? node : same()[at])
}

function hasFiles(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === 'file'
}

function isChoice(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
}

function contentOf(field: Field): string | boolean {
  return isChoice(field) ? field.checked : field.value
}

function isChanged(field: Field): boolean {
  return contentOf(field) !== initialOf(field)
}

function initialOf(field: Field): string | boolean {
  if (isChoice(field)) return field.defaultChecked
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  const options = [...field.options]
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}

/** With the events of somebody who enters it now. */
function enter(field: Field, { content, caret }: Entered): void {
  if (isChoice(field)) choose(field, content === true)
  else if (hasFiles(field)) takeFiles(field)
  else if (field instanceof HTMLSelectElement) {
    field.value = String(content)
    change(field)
  } else write(field, String(content), caret)
}

/** Unless they have been taken, and the field was emptied. */
function takeFiles(field: HTMLInputElement): void {
  if (field.value !== '') change(field)
}

function change(field: Field): void {
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

function write(field: TextField, text: string, caret: Entered['caret']): void {
  // React has noted the value that it found: it takes another one for a change only if it noted a third before.
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  if (field === document.activeElement) select(field, caret)
}

/** The choice that another one of its group has ended needs nothing. */
function choose(field: HTMLInputElement, isChecked: boolean): void {
  if (field.type === 'radio' && !isChecked) return
  field.checked = !isChecked
  field.click()
}

function caretOf(field: Field): Entered['caret'] {
  return field instanceof HTMLSelectElement ? [null, null] : [field.selectionStart, field.selectionEnd]
}

function select(field: TextField, [start, end]: Entered['caret']): void {
  try {
    field.setSelectionRange(start ?? field.value.length, end ?? field.value.length)
  } catch {
    // It has no caret still.
  }
}

/** It may have had the focus before anybody listened, and a screen may have moved it. */
function focusAgain(element: HTMLElement): void {
  if (element === document.activeElement) element.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  else element.focus({ preventScroll: true })
}

async function pressAgain(element: HTMLElement): Promise<void> {
  const held = globalThis[HELD_PRESSES] ?? new Set()
  for (const pressed of [...held]) {
    if (!isTaken(pressed, element)) continue
    held.delete(pressed)
    pressed.removeAttribute(HELD)
    if (pressed instanceof HTMLFormElement) pressed.requestSubmit()
    else pressed.click()
    // React renders before the next one.
    await undefined
  }
}

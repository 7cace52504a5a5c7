import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For a button that its own success removes, such as "Try again", or an element around it. If the focus is in it then,
 * and nothing else takes it, the focus goes to the heading of what replaced it, or of the region where it was: keyboard
 * and screen-reader users would start over at the top.
 */
export function usePassedOnFocus<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null)
  useLayoutEffect(() => {
    const { current } = element
    return () => {
      if (current?.contains(document.activeElement)) passOnFrom(current)
    }
  }, [])
  return element
}

const REGION = 'section, article, aside, main, dialog, [role=region]'

/** Called while the element is still in the page. */
function passOnFrom(element: HTMLElement): void {
  const positions = positionsOf(element)
  // After the commit that removes it, and the effects of its replacement.
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return
    const position = positions.find(({ parent }) => parent.isConnected)
    if (!position) return
    const replacement = position.before?.isConnected
      ? position.before.nextElementSibling
      : position.parent.firstElementChild
    const region = position.parent.closest<HTMLElement>(REGION)
    focusNow(mainHeadingOf(replacement) ?? mainHeadingOf(region) ?? region)
  })
}

interface Position {
  parent: Element
  before: Element | null
}

/** Where the element is in each of its ancestors, the nearest first. */
function positionsOf(element: Element): Position[] {
  const parent = element.parentElement
  return parent ? [{ parent, before: element.previousElementSibling }, ...positionsOf(parent)] : []
}

/** Those of cards and other parts are lower. */
function mainHeadingOf(position: Element | null): HTMLElement | null {
  if (position?.matches('h1, h2')) return position as HTMLElement
  return position?.querySelector<HTMLElement>('h1') ?? position?.querySelector<HTMLElement>('h2, h3') ?? null
}

function focusNow(element: HTMLElement | null): void {
  if (!element) return
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus()
}

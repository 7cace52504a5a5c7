import { SERVED } from '@aangan/contracts/page'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useHistoryEntry } from '../navigation/history.ts'

/** What the server has rendered into a slot, between two attempts to load the module. */
export type Served = RefObject<{ nodes: ChildNode[]; focused: HTMLElement | null } | null>

/** Whether a box shows what the server has rendered, and no module has taken it. */
export function isServed(box: HTMLElement | null): boolean {
  return box?.getAttribute(SERVED) === '' && box.hasChildNodes()
}

/** Hands the server's HTML from one attempt's box to the next one's, with what is typed there. It leaves with its address. */
export function useServed(element: RefObject<HTMLElement | null>, served: Served): void {
  const { path, search } = useHistoryEntry()
  const shown = useRef(path + search)

  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    if (served.current) {
      box.setAttribute(SERVED, '')
      box.append(...served.current.nodes)
      served.current.focused?.focus({ preventScroll: true })
      served.current = null
    }
    return () => {
      if (isServed(box)) served.current = { nodes: [...box.childNodes], focused: focusedIn(box) }
    }
  }, [element, served])

  const leave = useEffectEvent((box: HTMLElement) => {
    if (path + search === shown.current || !isServed(box)) return
    box.replaceChildren()
    box.removeAttribute(SERVED)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address
  useLayoutEffect(() => {
    if (element.current) leave(element.current)
  }, [element, path, search])
}

function focusedIn(box: HTMLElement): HTMLElement | null {
  const focused = document.activeElement
  return focused instanceof HTMLElement && box.contains(focused) ? focused : null
}

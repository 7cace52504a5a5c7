import { SERVED } from '@aangan/contracts/page'
import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useHistoryEntry } from '../navigation/history.ts'

/** What the server has rendered into a slot, between two attempts to load the module, of this release or another one. */
export type Served = RefObject<{
  nodes: ChildNode[]
  focused: HTMLElement | null
  address: string
  /** Of which it is. */
  release: unknown
} | null>

/** Whether a box shows what the server has rendered, and no module has taken it. */
export function isServed(box: HTMLElement | null): boolean {
  return box?.getAttribute(SERVED) === '' && box.hasChildNodes()
}

/**
 * Hands the server's HTML from one attempt's box to the next one's, with what is typed there. It leaves with its address.
 * Returns what removes it unless it is of this `release`: call it before a module takes the box.
 */
export function useServed(element: RefObject<HTMLElement | null>, served: Served, release: unknown): () => void {
  const { path, search } = useHistoryEntry()
  const shown = useRef(path + search)
  const first = useRef(release)
  const owner = useRef(release)

  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    if (served.current?.address === shown.current) {
      box.setAttribute(SERVED, '')
      box.append(...served.current.nodes)
      served.current.focused?.focus({ preventScroll: true })
      owner.current = served.current.release
    }
    return () => {
      if (!isServed(box)) return
      const [nodes, address] = [[...box.childNodes], shown.current]
      served.current = { nodes, focused: focusedIn(box), address, release: owner.current }
      // For the box that takes its place, which is in the page by then.
      queueMicrotask(() => {
        served.current = null
      })
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

  return useCallback(() => {
    const box = element.current
    if (owner.current === first.current || !box || !isServed(box)) return
    box.replaceChildren()
    box.removeAttribute(SERVED)
  }, [element])
}

function focusedIn(box: HTMLElement): HTMLElement | null {
  const focused = document.activeElement
  return focused instanceof HTMLElement && box.contains(focused) ? focused : null
}

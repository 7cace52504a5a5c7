import type { FirstData } from '@aangan/contracts/page'

/** Replaces `takeFirstData` during server rendering. */
export interface ServedData {
  takeFirstData: typeof takeFirstData
}

/**
 * Takes the response to this path that the page carries. It can be taken only once; the shell drops all of them on
 * navigation, so that nobody sees stale data later.
 */
export function takeFirstData(path: string): FirstData | null {
  const element = elementOf(path)
  element?.remove()
  return element ? (JSON.parse(element.textContent) as FirstData) : null
}

/** `takeFirstData`, or what replaces it. `context` is what a store was made with. */
export function firstDataOf(context: unknown): typeof takeFirstData {
  return (context as Partial<ServedData> | undefined)?.takeFirstData ?? takeFirstData
}

export function hasFirstData(path: string): boolean {
  return elementOf(path) !== undefined
}

export function dropFirstData(): void {
  for (const element of elements()) element.remove()
}

function elementOf(path: string): HTMLElement | undefined {
  return elements().find(({ dataset }) => dataset.path === path)
}

function elements(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('script[data-path]')]
}

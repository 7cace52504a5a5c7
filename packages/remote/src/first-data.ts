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
  return element ? read(element) : null
}

/** The response to this path that a page carries. */
export function findFirstData(path: string, page: Document): FirstData | null {
  const element = elementOf(path, page)
  return element ? read(element) : null
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

function elementOf(path: string, page = document): HTMLElement | undefined {
  return elements(page).find(({ dataset }) => dataset.path === path)
}

function elements(page = document): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('script[data-path]')]
}

function read({ textContent }: HTMLElement): FirstData {
  return JSON.parse(textContent) as FirstData
}

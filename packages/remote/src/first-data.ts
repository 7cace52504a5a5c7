import { FIRST_DATA_ELEMENT, type FirstData } from '@aangan/contracts/page'

/** Replaces `takeFirstData` during server rendering. */
export interface ServedData {
  takeFirstData: typeof takeFirstData
}

/**
 * Takes the response embedded in the page if it is for this path. It can be taken only once; the shell drops it on
 * navigation, so that nobody sees stale data later.
 */
export function takeFirstData(path: string): FirstData | null {
  const element = document.getElementById(FIRST_DATA_ELEMENT)
  if (element?.dataset.path !== path) return null
  element.remove()
  return JSON.parse(element.textContent) as FirstData
}

/** `takeFirstData`, or what replaces it. `context` is what a store was made with. */
export function firstDataOf(context: unknown): typeof takeFirstData {
  return (context as Partial<ServedData> | undefined)?.takeFirstData ?? takeFirstData
}

export function hasFirstData(): boolean {
  return document.getElementById(FIRST_DATA_ELEMENT) !== null
}

export function dropFirstData(): void {
  document.getElementById(FIRST_DATA_ELEMENT)?.remove()
}

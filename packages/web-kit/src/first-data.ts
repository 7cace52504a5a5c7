import { FIRST_DATA_ELEMENT, type FirstData } from '@aangan/contracts/page'

/** Part of the context on a server, where there is no page to take the answer from. */
export interface ServedData {
  takeFirstData: typeof takeFirstData
}

/**
 * Takes the answer that the page brought along, if it is the answer to this call. It is there once: whoever takes it
 * removes it, and so does the shell when the reader moves on, so that nobody is shown an old answer later.
 */
export function takeFirstData(path: string): FirstData | null {
  const element = document.getElementById(FIRST_DATA_ELEMENT)
  if (element?.dataset.path !== path) return null
  element.remove()
  return JSON.parse(element.textContent) as FirstData
}

/** Forgets the answer that the page brought along: the reader has moved on. */
export function dropFirstData(): void {
  document.getElementById(FIRST_DATA_ELEMENT)?.remove()
}

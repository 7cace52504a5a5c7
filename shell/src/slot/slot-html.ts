import { createContext, use } from 'react'

const SlotHtml = createContext('')

/** For server rendering: the HTML of the page's remote. */
export const SlotHtmlProvider = SlotHtml.Provider

export function useSlotHtml(): string {
  return use(SlotHtml)
}

import { createFormat, type Format } from '@aangan/contracts/format'
import { useSite } from './site.ts'

/** Writes prices, amounts, dates and times as the page's locale and the site's currency ask. Always the same object. */
export function useFormat(): Format {
  return createFormat(useSite())
}

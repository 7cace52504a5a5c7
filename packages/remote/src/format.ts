import { createFormat, type Format } from '@aangan/contracts/format'
import { useSite } from './site.ts'

/** Formats in the page's locale and the site's currency. Returns a stable object. */
export function useFormat(): Format {
  return createFormat(useSite())
}

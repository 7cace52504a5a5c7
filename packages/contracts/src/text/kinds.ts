import type { Property } from '../post-constants.ts'

/** Also `bunglow`, `banglow`, `bungalo`. */
const BUNGALOW = 'b[au]nga?ll?ow?'

/**
 * Words for kinds of homes, as sources of patterns for lower-case words with one space between. Of two that match at one
 * place, the first counts: a villa plot is land.
 */
export const PROPERTY_WORDS: readonly (readonly [Property, string])[] = [
  [
    'land',
    `(?:(?:villa|${BUNGALOW}|row|duplex|house|housing|residential|farm|open|agricultural|building) )*(?:plot|land|site)s?`,
  ],
  ['condo', '(?:(?:independent|builder|residential|low ?rise|villa|kothi) )+floors?|condo(?:minium)?s?'],
  [
    'apartment',
    '(?:(?:duplex|triplex|studio|serviced?|row|pent ?house) )?(?:app?artments?|apts?|flats?)|(?:studio|pent ?house)s?',
  ],
  [
    'house',
    `(?:(?:independent|row|farm|residential) )*(?:houses?|rowhouses?|farmhouses?|villas?|villaments?|${BUNGALOW}s?|(?:du|tri)plex(?:es)?|town ?houses?|cottages?|kothis?|havelis?|mansions?)`,
  ],
]

/** What a number of bedrooms is counted in. */
export const BEDROOM_UNIT = '(?:b ?h ?k|r ?k|bed ?rooms?|beds?|bdr|bd|br)s?'

import type { Property } from '../post-constants.ts'

/**
 * Words for kinds of homes, as sources of patterns for lower-case words with one space between. Of two that match at one
 * place, the first counts: a villa plot is land.
 */
export const PROPERTY_WORDS: readonly (readonly [Property, string])[] = [
  ['land', '(?:(?:villa|house|housing|residential|farm|open|agricultural|building) )*(?:plot|land|site)s?'],
  ['condo', '(?:(?:independent|builder|residential) )+floors?|condo(?:minium)?s?'],
  [
    'apartment',
    '(?:(?:duplex|triplex|studio|serviced?|row|pent ?house) )?(?:apartments?|flats?)|(?:studio|pent ?house)s?',
  ],
  [
    'house',
    '(?:(?:independent|row|farm|residential) )*(?:houses?|rowhouses?|farmhouses?|villas?|villaments?|bungal?ows?|duplex(?:es)?|town ?houses?|cottages?|kothis?)',
  ],
]

/** What a number of bedrooms is counted in. */
export const BEDROOM_UNIT = '(?:b ?h ?k|r ?k|bed ?rooms?|beds?|bdr|bd|br)s?'

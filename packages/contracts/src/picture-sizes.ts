/**
 * On phones a screen of 2 or 3 pixels a point counts as one of 1.75: a photograph looks the same, and 640 px are enough
 * for a card, not 1024 or 1600. `phone` applies below 560 px at least.
 */
function sizesOf(phone: string, wider: readonly string[] = []): string {
  const dense = [
    `(min-resolution: 2.5dppx) calc((${phone}) * 7 / 12)`,
    `(min-resolution: 1.75dppx) calc((${phone}) * 7 / 8)`,
  ]
  return [...wider, ...dense, phone].join(', ')
}

/**
 * Values of the `sizes` attribute, by where a picture is shown: its width there, at most. The page preloads its first
 * pictures by these, so a remote must show them with the same ones, or they are loaded twice.
 */
export const PICTURE_SIZES = {
  /** Cards of search results: one column, or two. */
  results: sizesOf('100vw - 2rem', [
    '(min-width: 94rem) 21.5rem',
    '(min-width: 75rem) 18.5rem',
    '(min-width: 64rem) 26rem',
    '(min-width: 37rem) 45vw',
  ]),
  /** Recent homes: a row to swipe, then two columns, then three. */
  recent: sizesOf('75vw', ['(min-width: 64rem) min(30vw, 24rem)', '(min-width: 40rem) 45vw']),
  /** Similar homes and those seen before: a row to swipe. */
  row: sizesOf('66vw', ['(min-width: 37.5rem) 18rem']),
  /** The homes of a profile. */
  profile: sizesOf('100vw - 2rem', ['(min-width: 64rem) 19rem', '(min-width: 35rem) 45vw']),
  /** The first picture of a listing; the second of four is as wide. */
  large: sizesOf('81vw', ['(min-width: 820px) min(46vw, 37rem)']),
  small: sizesOf('81vw', ['(min-width: 820px) min(23vw, 18.5rem)']),
  /** Full screen, where people zoom: as sharp as the screen. */
  whole: '100vw',
  /** A popup of the map. */
  popup: '16.5rem',
  /** A row of a list, or the listing that a chat is about. */
  thumbnail: '5.25rem',
} as const

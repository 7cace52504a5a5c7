import { expect, test } from 'vitest'
import { searched } from '../post-events.ts'
import { randomFrom, randomListings } from '../testing/random-listings.ts'
import { SearchIndex } from './search-index.ts'

const SPAN = { after: Number.NEGATIVE_INFINITY, upTo: Number.POSITIVE_INFINITY }

test('other calls get turns while the lines of a sitemap are written, and do not change them', async () => {
  const index = new SearchIndex()
  const listings = randomListings(2_000, randomFrom(4)).map((listing) => ({ ...listing, status: 'live' as const }))
  for (const listing of listings) index.apply(searched(listing))
  const writing = index.lines(SPAN, 50_000)
  let turns = 0
  let isWritten = false
  const text = writing.finally(() => {
    isWritten = true
  })
  for (; !isWritten; turns += 1) {
    const gone = listings[turns]
    if (gone) index.apply({ id: gone._id, rev: gone.rev + 1 })
    await new Promise(setImmediate)
  }
  expect(turns).toBeGreaterThan(2)
  expect((await text).match(/\n/g)).toHaveLength(2_000)
})

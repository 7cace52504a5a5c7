import { drawingUrl } from '@aangan/contracts/media'
import { expect, test } from 'vitest'
import { type ListingFacts, newListing } from './listing.ts'
import { postsAdded } from './post-events.ts'
import { facts } from './testing/facts.ts'

const UPLOAD = `/media/posts/${'b'.repeat(24)}/640.webp`

function listing(at: number, changes: Partial<ListingFacts>) {
  const id = at.toString(16).padStart(24, '0')
  return newListing({ ...facts(), alts: [], ...changes }, { id, owner: 'a'.repeat(24), now: new Date(at) })
}

test('an addition names the uploaded pictures of its listings, without our drawings', () => {
  const images = [drawingUrl('house', 'c'.repeat(24)), UPLOAD]
  const posts = postsAdded([listing(1, { images })]).flatMap(({ data }) => ('posts' in data ? data.posts : []))
  expect(posts.map((post) => post.images)).toEqual([[UPLOAD]])
})

test('an addition of long listings is announced in messages below the limit of the bus', () => {
  const images = Array.from({ length: 5 }, (_, at) => `https://example.org/${at}/${'x'.repeat(400)}`)
  const all = Array.from({ length: 200 }, (_, at) => listing(at, { images }))
  const events = postsAdded(all)
  const ids = events.flatMap(({ data }) => ('posts' in data ? data.posts.map(({ id }) => id) : []))
  expect(ids).toEqual(all.map(({ _id }) => _id))
  for (const { data } of events) expect(JSON.stringify(data).length).toBeLessThan(350_000)
  expect(events.length).toBeGreaterThan(1)
})

import { setImmediate as breathe } from 'node:timers/promises'
import type { Collection, Store } from '@aangan/service-kit/store/store'
import { type ListingDoc, readListing } from '../listing.ts'
import { SEARCH_FIELDS_VERSION, type SearchFields, searchFieldsOf } from '../search-fields.ts'
import type { Marks } from './marks.ts'

const PIECE = 100

/** How far the listings have been gone through, so that a start after a crash goes on from there. */
interface RebuildDoc {
  _id: string
  after: string
  state: 'running' | 'done'
}

/**
 * Brings listings that an earlier release wrote up to what this one searches and counts by, and has all of them counted:
 * once for each version, in pieces, beside a running site, and safe to run in several processes at once.
 */
export function createRebuild(store: Store, marks: Marks) {
  const progress: Collection<RebuildDoc> = store.collection('tallyProgress')
  const listings: Collection<ListingDoc> = store.collection('listings')
  const _id = `fields-${SEARCH_FIELDS_VERSION}`

  async function isDone(): Promise<boolean> {
    return (await progress.findOne({ _id }))?.state === 'done'
  }

  return {
    isDone,

    async run(signal: AbortSignal): Promise<void> {
      if (await isDone()) return
      let after = (await progress.findOne({ _id }))?.after ?? ''
      while (!signal.aborted) {
        const piece = await listings.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: PIECE }).toArray()
        if (piece.length > 0) await renew(listings, marks, piece)
        after = piece.at(-1)?._id ?? after
        const state = piece.length < PIECE ? 'done' : 'running'
        await progress.updateOne({ _id }, { $set: { after, state } }, { upsert: true })
        if (state === 'done') return
        await breathe()
      }
    },
  }
}

async function renew(listings: Collection<ListingDoc>, marks: Marks, piece: ListingDoc[]): Promise<void> {
  const renewed = piece.map((listing) => ({ listing, fields: searchFieldsOf(readListing(listing)) }))
  const stale = renewed.filter(({ listing, fields }) => !agrees(listing, fields))
  // Its old city counts it no more. One that no release has counted has no cell yet.
  const counted = piece.filter(({ cell, localityKey }) => cell !== undefined && localityKey !== undefined)
  await marks.around(
    [...counted, ...renewed.map(({ listing, fields }) => ({ _id: listing._id, ...fields }))],
    async () => {
      if (stale.length === 0) return
      const operations = stale.map(({ listing: { _id, rev }, fields }) => ({
        updateOne: { filter: { _id, rev }, update: { $set: { ...fields } } },
      }))
      await listings.bulkWrite(operations, { ordered: false })
    },
  )
}

function agrees(listing: ListingDoc, fields: SearchFields): boolean {
  const kept = new Map<string, unknown>(Object.entries(listing))
  return Object.entries(fields).every(([name, value]) => kept.get(name) === value)
}

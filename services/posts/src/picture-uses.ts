import { type PictureUse, type UploadName, uploadIdsOf } from '@aangan/contracts/media'
import { chunksOf } from '@aangan/service-kit/chunks'
import { type BulkOperation, clashesOf, type Store } from '@aangan/service-kit/store/store'
import type { StoredListing } from './listing.ts'

/** `_id` is '<upload id> <listing id>': no store of ours can index the pictures of a listing. */
interface PictureDoc {
  _id: string
}

type Pictured = Pick<StoredListing, '_id' | 'images'>

/** Listings that are looked at together. */
const CHUNK_SIZE = 100

/**
 * Which listings use an upload: media asks before it deletes one. An entry is written before its listing, so none is
 * ever missing; some are outdated, so the listing itself decides.
 */
export function createPictureUses(store: Store) {
  const pictures = store.collection<PictureDoc>('pictures')
  const listings = store.collection<StoredListing>('listings')

  async function write(operations: BulkOperation<PictureDoc>[]): Promise<void> {
    if (operations.length > 0) await pictures.bulkWrite(operations, { ordered: false })
  }

  async function userOf(uploadId: string): Promise<PictureUse | null> {
    const entries = pictures.find({ _id: { $gt: `${uploadId} `, $lt: `${uploadId}!` } })
    for await (const chunk of chunksOf(entries, CHUNK_SIZE)) {
      const ids = chunk.map(({ _id }) => _id.slice(uploadId.length + 1))
      const found = await listings.find({ _id: { $in: ids } }, { projection: { images: 1, rev: 1 } }).toArray()
      for (const { _id, rev, images } of found) {
        const uploadIds = uploadIdsOf(images)
        if (uploadIds.includes(uploadId)) return { id: _id, rev, uploadIds }
      }
    }
    return null
  }

  return {
    /** Before any of these listings is written; uploads in `known` have an entry. */
    async note(written: readonly Pictured[], known: readonly string[] = []): Promise<void> {
      const before = new Set(uploadIdsOf(known))
      const entries = written.flatMap(({ _id, images }) =>
        uploadIdsOf(images).flatMap((uploadId) => (before.has(uploadId) ? [] : [`${uploadId} ${_id}`])),
      )
      try {
        await write(entries.map((_id) => ({ insertOne: { document: { _id } } })))
      } catch (error) {
        // It rethrows what is no clash with an entry that exists.
        clashesOf(error)
      }
    },

    /** Once a listing is removed: its id is never used again. */
    async forget({ _id, images }: Pictured): Promise<void> {
      const entries = uploadIdsOf(images).map((uploadId) => `${uploadId} ${_id}`)
      await write(entries.map((entry) => ({ deleteOne: { filter: { _id: entry } } })))
    },

    /** One listing, in whatever status, for each of these uploads that any uses. */
    async among(uploads: readonly UploadName[]): Promise<PictureUse[]> {
      const found = await Promise.all(uploads.map(({ id }) => userOf(id)))
      return [...new Map(found.flatMap((use) => (use === null ? [] : [[use.id, use]]))).values()]
    },
  }
}

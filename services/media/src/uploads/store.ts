import type { UploadKind } from '@aangan/contracts/media'
import { isDuplicateKey, type Store } from '@aangan/service-kit/store/store'

export interface UploadDoc {
  _id: string
  kind: UploadKind
  userId: string
  createdAt: string
}

/** That a listing or a profile shows an upload; `_id` is both, so that it is kept once. */
interface UseDoc {
  _id: string
  uploadId: string
  /** 'post:<id>' or 'user:<id>'. */
  by: string
  /** The `rev` that said so. */
  rev: number
}

/** The last `rev` of a listing or a profile that was heard of. */
interface HeardDoc {
  _id: string
  rev: number
}

export type UploadStore = ReturnType<typeof createUploadStore>

/** What was uploaded, and what shows it. */
export function createUploadStore(store: Store) {
  const uploads = store.collection<UploadDoc>('uploads')
  const uses = store.collection<UseDoc>('uses')
  const heard = store.collection<HeardDoc>('heard')
  async function isNews(by: string, rev: number): Promise<boolean> {
    try {
      await heard.updateOne({ _id: by, rev: { $lte: rev } }, { $set: { rev } }, { upsert: true })
      return true
    } catch (error) {
      // There is a newer one, which the filter does not find and the insert meets.
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  return {
    async add(upload: UploadDoc): Promise<void> {
      await uploads.insertOne(upload)
    },

    /** What `by` shows as of `rev`; an older word is not heard. Safe to run twice. */
    async setUses(by: string, uploadIds: readonly string[], rev: number): Promise<void> {
      if (!(await isNews(by, rev))) return
      const before = await uses.find({ by }).toArray()
      for (const uploadId of uploadIds) {
        await uses.updateOne({ _id: `${uploadId} ${by}` }, { $set: { uploadId, by, rev } }, { upsert: true })
      }
      // Not what somebody else has said since.
      for (const { _id, uploadId } of before)
        if (!uploadIds.includes(uploadId)) await uses.deleteOne({ _id, rev: { $lte: rev } })
    },

    /** Uploads from before `time` that nothing shows, some of them, after the id `after`. */
    async unused(time: Date, after: string, limit: number): Promise<{ found: UploadDoc[]; last: string | null }> {
      const old = await uploads.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit }).toArray()
      const found: UploadDoc[] = []
      for (const upload of old) {
        const isOld = upload.createdAt < time.toISOString()
        if (isOld && (await uses.findOne({ uploadId: upload._id })) === null) found.push(upload)
      }
      return { found, last: old.length < limit ? null : (old.at(-1)?._id ?? null) }
    },

    async remove(id: string): Promise<void> {
      await uploads.deleteOne({ _id: id })
    },
  }
}

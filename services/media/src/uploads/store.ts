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

  /** Notes that `by` spoke at `rev`. Returns the latest `rev` that it spoke at. */
  async function hear(by: string, rev: number): Promise<number> {
    try {
      const upsert = { returnDocument: 'after', upsert: true } as const
      return (await heard.findOneAndUpdate({ _id: by }, { $max: { rev } }, upsert))?.rev ?? rev
    } catch (error) {
      // Of two first words at once MongoDB refuses one: by now it finds the other's.
      if (isDuplicateKey(error)) return await hear(by, rev)
      throw error
    }
  }

  return {
    async add(upload: UploadDoc): Promise<void> {
      await uploads.insertOne(upload)
    },

    /** What `by` shows as of `rev`; an older word is not heard. Safe to run twice. */
    async setUses(by: string, uploadIds: readonly string[], rev: number): Promise<void> {
      if ((await hear(by, rev)) === rev) {
        for (const uploadId of uploadIds) {
          const update = { $setOnInsert: { uploadId, by }, $max: { rev } }
          await uses.updateOne({ _id: `${uploadId} ${by}` }, update, { upsert: true })
        }
      }
      // Newer news may have come while this was written, and what was written may be what it took back.
      const latest = await hear(by, rev)
      for (const use of await uses.find({ by }).toArray()) {
        if (use.rev < latest) await uses.deleteOne({ _id: use._id, rev: { $lt: latest } })
      }
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

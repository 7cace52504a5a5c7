import type { UploadKind } from '@aangan/contracts/media'
import type { Parts } from '@aangan/service-kit/parts'
import { isDuplicateKey } from '@aangan/service-kit/store/store'

export interface UploadDoc {
  _id: string
  kind: UploadKind
  userId: string
  createdAt: string
  /**
   * Since when nothing may have shown it: it came then, or a use of it ended. Whether another use is left is found out a
   * day later, so that nobody has to count while uses come and go. null while something shows it.
   */
  unusedSince: string | null
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
export function createUploadStore({ store, now }: Pick<Parts, 'store' | 'now'>) {
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

  async function end(useId: string, uploadId: string, rev: number): Promise<void> {
    // First: the event comes again after a crash in between, and then finds the use still there.
    await uploads.updateOne({ _id: uploadId }, { $set: { unusedSince: now().toISOString() } })
    await uses.deleteOne({ _id: useId, rev: { $lt: rev } })
  }

  return {
    async add(upload: Pick<UploadDoc, '_id' | 'kind' | 'userId'>): Promise<void> {
      const createdAt = now().toISOString()
      await uploads.insertOne({ ...upload, createdAt, unusedSince: createdAt })
    },

    /** How many uploads of a person nothing may show, counted up to `limit`. */
    countUnused(userId: string, limit: number): Promise<number> {
      return uploads.countDocuments({ userId, unusedSince: { $gt: '' } }, { limit })
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
      for (const { _id, uploadId, rev: saidAt } of await uses.find({ by }).toArray()) {
        if (saidAt < latest) await end(_id, uploadId, latest)
      }
    },

    /** Some uploads that nothing has shown since `time`, by what is known; `keepUsed` looks. */
    async maybeUnused(time: Date, limit: number): Promise<UploadDoc[]> {
      const before = { unusedSince: { $lt: time.toISOString() } }
      return await uploads.find(before, { sort: { unusedSince: 1 }, limit }).toArray()
    },

    /** Whether something shows the upload after all; it is then left alone until a use of it ends. */
    async keepUsed({ _id, unusedSince }: UploadDoc): Promise<boolean> {
      if ((await uses.findOne({ uploadId: _id })) === null) return false
      // Not where a use has ended meanwhile.
      await uploads.updateOne({ _id, unusedSince }, { $set: { unusedSince: null } })
      return true
    },

    async remove(id: string): Promise<void> {
      await uploads.deleteOne({ _id: id })
    },
  }
}

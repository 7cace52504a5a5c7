import type { UploadKind } from '@aangan/contracts/media'
import type { Parts } from '@aangan/service-kit/parts'
import { isDuplicateKey } from '@aangan/service-kit/store/store'

export interface UploadDoc {
  _id: string
  kind: UploadKind
  userId: string
  createdAt: string
  /** Of all stored widths; absent if an earlier release stored it. */
  bytes?: number
  /** Upload time, or when a use ended; null while in use. Whether uses remain is only checked a day later. */
  unusedSince: string | null
  /** Since when no listing may start to use it, so that its owners' answer is final; null or absent if any may. */
  leavingSince?: string | null
}

/** A listing or profile that uses an upload; `_id` joins both. */
interface UseDoc {
  _id: string
  uploadId: string
  /** 'post:<id>' or 'user:<id>'. */
  by: string
  /** The latest `rev` of `by` with this use. */
  rev: number
}

/** The latest `rev` seen of a listing or profile. */
interface HeardDoc {
  _id: string
  rev: number
}

export type UploadStore = ReturnType<typeof createUploadStore>

export function createUploadStore({ store, now }: Pick<Parts, 'store' | 'now'>) {
  const uploads = store.collection<UploadDoc>('uploads')
  const uses = store.collection<UseDoc>('uses')
  const heard = store.collection<HeardDoc>('heard')

  /** Returns the latest `rev` seen of `by`. */
  async function hear(by: string, rev: number): Promise<number> {
    try {
      const upsert = { returnDocument: 'after', upsert: true } as const
      return (await heard.findOneAndUpdate({ _id: by }, { $max: { rev } }, upsert))?.rev ?? rev
    } catch (error) {
      // MongoDB rejects one of two concurrent upserts: the retry finds the other's document.
      if (isDuplicateKey(error)) return await hear(by, rev)
      throw error
    }
  }

  async function end(useId: string, uploadId: string, rev: number): Promise<void> {
    // Before the delete: after a crash in between, the redelivered event still finds the use.
    await uploads.updateOne({ _id: uploadId }, { $set: { unusedSince: now().toISOString(), leavingSince: null } })
    await uses.deleteOne({ _id: useId, rev: { $lt: rev } })
  }

  /** Matches nothing if a use has ended meanwhile. */
  async function keep({ _id, unusedSince }: Pick<UploadDoc, '_id' | 'unusedSince'>): Promise<void> {
    await uploads.updateOne({ _id, unusedSince }, { $set: { unusedSince: null, leavingSince: null } })
  }

  return {
    async add(upload: Pick<UploadDoc, '_id' | 'kind' | 'userId' | 'bytes'>): Promise<void> {
      const createdAt = now().toISOString()
      await uploads.insertOne({ ...upload, createdAt, unusedSince: createdAt })
    },

    async has(id: string): Promise<boolean> {
      return (await uploads.findOne({ _id: id })) !== null
    },

    /** Number and bytes of up to `limit` unused uploads, including those that may still have a use. */
    async unusedOf(userId: string, limit: number): Promise<{ count: number; bytes: number }> {
      const options = { limit, projection: { bytes: 1 } } as const
      const found = await uploads.find({ userId, unusedSince: { $gt: '' } }, options).toArray()
      return { count: found.length, bytes: found.reduce((sum, { bytes = 0 }) => sum + bytes, 0) }
    },

    /** Replaces the uses of `by`, unless a newer `rev` was seen. Idempotent. */
    async setUses(by: string, uploadIds: readonly string[], rev: number): Promise<void> {
      if ((await hear(by, rev)) === rev) {
        for (const uploadId of uploadIds) {
          const update = { $setOnInsert: { uploadId, by }, $max: { rev } }
          await uses.updateOne({ _id: `${uploadId} ${by}` }, update, { upsert: true })
        }
      }
      // A newer revision may have arrived meanwhile and dropped a use that was just written.
      const latest = await hear(by, rev)
      for (const { _id, uploadId, rev: saidAt } of await uses.find({ by }).toArray()) {
        if (saidAt < latest) await end(_id, uploadId, latest)
      }
    },

    /** Candidates, which `keepUsed` verifies. */
    maybeUnused(time: Date): AsyncIterable<UploadDoc> {
      return uploads.find({ unusedSince: { $lt: time.toISOString() } }, { sort: { unusedSince: 1 } })
    },

    /** From now on `leaving` has it. Returns false if it has changed since it was read. */
    async leave({ _id, unusedSince, leavingSince = null }: UploadDoc): Promise<boolean> {
      const same = { _id, unusedSince, leavingSince }
      return (await uploads.updateOne(same, { $set: { leavingSince: now().toISOString() } })).matchedCount > 0
    },

    /** An owner uses it: it is checked again from the start. */
    async stay(id: string): Promise<void> {
      await uploads.updateOne({ _id: id }, { $set: { leavingSince: null } })
    },

    /** Which of these are about to be deleted. */
    async leaving(ids: readonly string[]): Promise<Set<string>> {
      const found = await uploads.find({ _id: { $in: ids } }).toArray()
      return new Set(found.flatMap(({ _id, leavingSince }) => ((leavingSince ?? null) === null ? [] : [_id])))
    },

    /** Returns true if the upload is in use after all, and clears `unusedSince`. */
    async keepUsed({ _id, unusedSince }: UploadDoc): Promise<boolean> {
      if ((await uses.findOne({ uploadId: _id })) === null) return false
      await keep({ _id, unusedSince })
      return true
    },

    /** As `keepUsed` for up to `limit` uploads of a person. */
    async keepUsedOf(userId: string, limit: number): Promise<void> {
      const maybe = await uploads.find({ userId, unusedSince: { $gt: '' } }, { limit }).toArray()
      const found = await uses.find({ uploadId: { $in: maybe.map(({ _id }) => _id) } }).toArray()
      const used = new Set(found.map(({ uploadId }) => uploadId))
      for (const upload of maybe) if (used.has(upload._id)) await keep(upload)
    },

    /** In the order of their ids. */
    pageOf(userId: string, { after, limit }: { after: string; limit: number }): Promise<UploadDoc[]> {
      return uploads.find({ userId, _id: { $gt: after } }, { sort: { _id: 1 }, limit }).toArray()
    },

    /** Also if somebody else's listing uses it. */
    async forgetUses(uploadId: string): Promise<void> {
      for (const { _id } of await uses.find({ uploadId }).toArray()) await uses.deleteOne({ _id })
    },

    /** What was heard of a profile: late events set no uses of a removed one. */
    async forgetUser(userId: string): Promise<void> {
      for (const { _id } of await uses.find({ by: `user:${userId}` }).toArray()) await uses.deleteOne({ _id })
      await heard.deleteOne({ _id: `user:${userId}` })
    },

    async remove(id: string): Promise<void> {
      await uploads.deleteOne({ _id: id })
    },
  }
}

import { MAX_UPLOADS_ASKED, type UploadName } from '@aangan/contracts/media'
import type { Bus } from '@aangan/service-kit/bus/bus'
import type { UploadDoc, UploadStore } from './store.ts'

/** The services whose documents refer to uploads, by the name that their uses have in the store. */
const OWNERS = { post: 'posts.using-pictures', user: 'users.using-pictures' } as const

const ANSWER_MS = 10_000

/**
 * The ids of those uploads that a listing or profile uses. What the events of these had not told is stored, so that the
 * upload is deleted once this use ends. Throws if an owner does not answer.
 */
export async function usedAmong(bus: Bus, uploads: UploadStore, asked: readonly UploadDoc[]): Promise<Set<string>> {
  const used = new Set<string>()
  for (let at = 0; at < asked.length; at += MAX_UPLOADS_ASKED) {
    const names = asked.slice(at, at + MAX_UPLOADS_ASKED).map(({ kind, _id }): UploadName => ({ kind, id: _id }))
    for (const [owner, subject] of Object.entries(OWNERS) as [string, (typeof OWNERS)['post']][]) {
      for (const { id, rev, uploadIds } of await bus.request(subject, { uploads: names }, { timeoutMs: ANSWER_MS })) {
        for (const each of uploadIds) used.add(each)
        await uploads.setUses(`${owner}:${id}`, uploadIds, rev)
      }
    }
  }
  return used
}

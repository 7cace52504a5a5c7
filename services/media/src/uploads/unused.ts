import type { Parts } from '@aangan/service-kit/parts'
import type { Files } from './files.ts'
import type { UploadStore } from './store.ts'

/** How long an upload waits for a listing or a profile that shows it. */
const UNUSED_MS = 86_400_000
const PIECE = 200

interface Uploads extends Pick<Parts, 'now'> {
  uploads: UploadStore
  files: Files
}

/** Removes uploads of more than a day ago that nothing shows. Returns how many. */
export async function removeUnused({ uploads, files, now }: Uploads): Promise<number> {
  const time = new Date(now().getTime() - UNUSED_MS)
  let removed = 0
  for (let after: string | null = ''; after !== null; ) {
    const { found, last } = await uploads.unused(time, after, PIECE)
    for (const { _id, kind } of found) {
      await files.remove(kind, _id)
      await uploads.remove(_id)
    }
    removed += found.length
    after = last
  }
  return removed
}

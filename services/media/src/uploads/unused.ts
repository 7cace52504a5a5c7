import type { Parts } from '@aangan/service-kit/parts'
import type { Files } from './files.ts'
import type { UploadStore } from './store.ts'

/** Grace period of unused uploads. */
const UNUSED_MS = 86_400_000
/** Older partial uploads were left by a process that was killed. */
const RECEIVING_MS = 3_600_000
const CHUNK_SIZE = 200

interface Uploads extends Pick<Parts, 'now'> {
  uploads: UploadStore
  files: Files
}

/** Returns the number of uploads removed. */
export async function removeUnused({ uploads, files, now }: Uploads): Promise<number> {
  await files.removeLeftBehind(new Date(now().getTime() - RECEIVING_MS))
  const time = new Date(now().getTime() - UNUSED_MS)
  for (let removed = 0; ; ) {
    const chunk = await uploads.maybeUnused(time, CHUNK_SIZE)
    for (const upload of chunk) {
      if (await uploads.keepUsed(upload)) continue
      await files.remove(upload.kind, upload._id)
      await uploads.remove(upload._id)
      removed += 1
    }
    if (chunk.length < CHUNK_SIZE) return removed
  }
}

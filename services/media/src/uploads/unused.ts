import { chunksOf } from '@aangan/service-kit/chunks'
import type { Parts } from '@aangan/service-kit/parts'
import type { Files } from './files.ts'
import { usedAmong } from './owners.ts'
import type { UploadDoc, UploadStore } from './store.ts'

/** Grace period of unused uploads. */
const UNUSED_MS = 86_400_000
/** Older partial uploads were left by a process that was killed. */
const RECEIVING_MS = 3_600_000
/** A listing that was checked before its picture was leaving is stored within this time. */
const SETTLED_MS = 600_000
const CHUNK_SIZE = 200

interface Uploads extends Pick<Parts, 'now' | 'bus'> {
  uploads: UploadStore
  files: Files
}

/**
 * Deletes an upload in two sweeps: the first announces it, so that no listing starts to use it; a later one asks its
 * owners. Events may be late, so they alone delete nothing. Returns the number of uploads removed; throws, having
 * deleted only what owners have confirmed, if an owner does not answer.
 */
export async function removeUnused({ uploads, files, bus, now }: Uploads): Promise<number> {
  const ago = (ms: number) => new Date(now().getTime() - ms)
  await files.removeLeftBehind(ago(RECEIVING_MS))
  const settled = ago(SETTLED_MS).toISOString()
  let removed = 0
  for await (const chunk of chunksOf(uploads.maybeUnused(ago(UNUSED_MS)), CHUNK_SIZE)) {
    const leaving = await announce(uploads, chunk, settled)
    const used = await usedAmong(bus, uploads, leaving)
    for (const upload of leaving) {
      if (used.has(upload._id)) await uploads.stay(upload._id)
      else if (await remove({ uploads, files }, upload)) removed += 1
    }
  }
  return removed
}

/** Returns false if it came into use after it was read, or if another process has it. */
async function remove({ uploads, files }: Pick<Uploads, 'uploads' | 'files'>, upload: UploadDoc): Promise<boolean> {
  // Before its uses are looked up once more: of several processes one goes on, and after a crash a later sweep does.
  if (!(await uploads.leave(upload)) || (await uploads.keepUsed(upload))) return false
  await files.remove(upload.kind, upload._id)
  await uploads.remove(upload._id)
  return true
}

/** Returns those that were announced before `settled`. */
async function announce(uploads: UploadStore, chunk: UploadDoc[], settled: string): Promise<UploadDoc[]> {
  const leaving: UploadDoc[] = []
  for (const upload of chunk) {
    if (await uploads.keepUsed(upload)) continue
    const since = upload.leavingSince ?? null
    if (since === null) await uploads.leave(upload)
    else if (since < settled) leaving.push(upload)
  }
  return leaving
}

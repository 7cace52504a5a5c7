import type { UploadKind } from '@aangan/contracts/media'
import { AppError } from '@aangan/service-kit/errors'
import type { Files } from './files.ts'
import type { UploadStore } from './store.ts'

interface Made {
  kind: UploadKind
  userId: string
  made: Parameters<Files['keep']>[2]
}

/** Returns the upload's id. Throws NOT_AUTHENTICATED if its owner's account was removed meanwhile. */
export async function keepUpload(
  { files, uploads }: { files: Pick<Files, 'newId' | 'keep' | 'remove'>; uploads: UploadStore },
  { kind, userId, made }: Made,
): Promise<string> {
  const id = files.newId()
  // Document first: a file without one would never be removed.
  const bytes = made.files.reduce((sum, file) => sum + file.bytes.length, 0)
  await uploads.add({ _id: id, kind, userId, bytes })
  await files.keep(kind, id, made).catch(async (error: unknown) => {
    // Otherwise it would count as one of the person's unused pictures.
    await files.remove(kind, id)
    await uploads.remove(id)
    throw error
  })
  if (await uploads.has(id)) return id
  await files.remove(kind, id)
  throw new AppError('NOT_AUTHENTICATED', 'Not Authenticated!')
}

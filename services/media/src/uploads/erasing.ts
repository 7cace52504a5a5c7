import type { Files } from './files.ts'
import type { UploadStore } from './store.ts'

const UPLOADS = 50

/** Returns a function that erases a piece of a person's data, and true while there is more. */
export function createEraser({ uploads, files }: { uploads: UploadStore; files: Files }) {
  return async (userId: string): Promise<boolean> => {
    const found = await uploads.pageOf(userId, { after: '', limit: UPLOADS })
    for (const { _id, kind } of found) {
      await files.remove(kind, _id)
      await uploads.forgetUses(_id)
      await uploads.remove(_id)
    }
    await uploads.forgetUser(userId)
    return found.length === UPLOADS
  }
}

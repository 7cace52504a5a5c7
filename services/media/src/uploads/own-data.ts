import type { DataPage } from '@aangan/contracts/own-data'
import type { Files } from './files.ts'
import type { UploadStore } from './store.ts'

const UPLOADS_A_PAGE = 500

/** The last upload. */
export const CURSOR = /^[0-9a-f]{24}$/

/** Pictures by URL: each is fetched from there. */
export async function ownDataOf(
  { uploads, files }: { uploads: UploadStore; files: Files },
  userId: string,
  after: string | null,
): Promise<DataPage> {
  const found = await uploads.pageOf(userId, { after: after ?? '', limit: UPLOADS_A_PAGE })
  const shown = found.map(async ({ _id, kind, createdAt }) => ({ url: await files.urlOf(kind, _id), kind, createdAt }))
  const pictures = (await Promise.all(shown)).filter(({ url }) => url !== null)
  return { lists: { uploads: pictures }, next: found.length === UPLOADS_A_PAGE ? (found.at(-1)?._id ?? null) : null }
}

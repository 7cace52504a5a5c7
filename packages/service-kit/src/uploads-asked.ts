import { isId } from '@aangan/contracts/ids'
import { MAX_UPLOADS_ASKED, UPLOAD_LIMITS, type UploadName } from '@aangan/contracts/media'
import { AppError } from './errors.ts'

/** For the owners of pictures. Throws BAD_REQUEST. */
export function checkUploads(uploads: unknown): UploadName[] {
  if (Array.isArray(uploads) && uploads.length <= MAX_UPLOADS_ASKED && uploads.every(isUpload)) return uploads
  throw new AppError('BAD_REQUEST', `This takes { uploads }: at most ${MAX_UPLOADS_ASKED}, each with its kind and id`)
}

function isUpload(upload: unknown): upload is UploadName {
  const { kind, id } = Object(upload)
  return Object.hasOwn(UPLOAD_LIMITS, kind) && typeof id === 'string' && isId(id)
}

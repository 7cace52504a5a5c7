import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { UPLOAD_LIMITS, type UploadKind } from '@aangan/contracts/media'
import { AppError } from '@aangan/service-kit/errors'
import type { FastifyRequest } from 'fastify'
import type { Files } from './files.ts'

/** Allowance for the multipart envelope. */
const FORM_BYTES = 100_000

/**
 * Streams the file to a temporary path, which is removed after `use`.
 * @throws TOO_LARGE, by Content-Length before reading; BAD_REQUEST for a damaged form, no file, or a path in its name
 */
export async function receiveFile<R>(
  request: FastifyRequest,
  kind: UploadKind,
  { files, use }: { files: Files; use: (path: string) => Promise<R> },
): Promise<R> {
  const most = UPLOAD_LIMITS[kind]
  if (Number(request.headers['content-length'] ?? 0) > most + FORM_BYTES) throw tooLarge(most)
  if (!request.isMultipart())
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the picture as multipart/form-data, in the field "file".')
  // The client has left: its 'close' is over, for which the parser would wait for ever.
  if (request.raw.destroyed) refuseForm(new Error('the client has left'))
  const part = await request.file({ limits: { fileSize: most } }).catch(refuseForm)
  if (part === undefined) throw new AppError('BAD_REQUEST', 'The form has no picture. Send one in the field "file".')
  if (/[/\\]/.test(part.filename)) {
    part.file.resume()
    throw new AppError('BAD_REQUEST', 'The file name contains a path. Send the name only.')
  }
  const path = files.incomingPath()
  const written = createWriteStream(path, { mode: 0o600 })
  const closed = new Promise<void>((resolve) => written.once('close', resolve))
  try {
    await pipeline(part.file, written).catch(refuseForm)
    if (part.file.truncated) throw tooLarge(most)
    return await use(path)
  } finally {
    // A form may fail before its file is created: wait, so that rm finds it.
    await closed
    await rm(path, { force: true })
  }
}

/** Parser errors are the client's fault; file-system errors (with `syscall`) are not. */
function refuseForm(cause: Error & { code?: string; syscall?: string }): never {
  if (cause.syscall !== undefined) throw cause
  const isTooMuch = /^FST_(PARTS_LIMIT|FILES_LIMIT|FIELDS_LIMIT|PROTO_VIOLATION)$/.test(cause.code ?? '')
  const message = isTooMuch
    ? 'The form contains more than a picture. Send only the picture, in the field "file".'
    : 'The form is damaged or was cut off. Send it again.'
  throw new AppError('BAD_REQUEST', message, { cause })
}

function tooLarge(most: number): AppError {
  return new AppError('TOO_LARGE', `This picture is larger than ${most / 1e6} MB. Send a smaller one.`)
}

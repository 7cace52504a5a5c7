import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { isBlank } from '@aangan/contracts/text/characters'
import { AppError } from '@aangan/service-kit/errors'

export interface SourceFile {
  path: string
  size: number
  /** Offset of the text: 3 after a byte order mark, else 0. */
  start: number
  newline: number
  head: string
}

const HEAD_BYTES = 65_536

/** @throws NOT_FOUND or BAD_REQUEST with the reason why this cannot be a CSV file. */
export async function inspect(path: string): Promise<SourceFile> {
  const file = await openFile(path)
  try {
    const stats = await file.stat()
    if (stats.isDirectory()) throw new AppError('BAD_REQUEST', `${path} is a folder; name a CSV file in it.`)
    const buffer = Buffer.alloc(HEAD_BYTES)
    const { bytesRead } = await file.read(buffer, 0, HEAD_BYTES, 0)
    return { path, size: stats.size, ...inspectHead(buffer.subarray(0, bytesRead), path) }
  } finally {
    await file.close()
  }
}

/** Streams the text; `read` returns the number of bytes read so far. */
export function bytesOf(source: SourceFile): { bytes: AsyncIterable<Buffer>; read: () => number } {
  const stream = createReadStream(source.path, { start: source.start, highWaterMark: 256 * 1024 })
  return { bytes: stream, read: () => stream.bytesRead }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') throw new AppError('NOT_FOUND', `File ${path} does not exist.`, { cause: error })
    throw new AppError('BAD_REQUEST', `${path} cannot be read: ${String(error)}`, { cause: error })
  }
}

function inspectHead(head: Buffer, path: string): Pick<SourceFile, 'start' | 'newline' | 'head'> {
  const start = head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0
  const text = head.subarray(start).toString('utf8')
  if (isBlank(text)) throw new AppError('BAD_REQUEST', `${path} is empty.`)
  if (head.subarray(0, 4).toString('latin1') === 'PK\x03\x04') {
    throw new AppError('BAD_REQUEST', `${path} is a spreadsheet or an archive; save it as CSV (UTF-8) first.`)
  }
  // UTF-16 and binary formats are full of zero bytes; a stray one only spoils its row.
  if (head.filter((byte) => byte === 0).length > head.length / 20) {
    throw new AppError('BAD_REQUEST', `${path} is not text in UTF-8; save it as CSV (UTF-8) first.`)
  }
  if (/^\s*[[{]\s*["{\]}]/.test(text)) {
    throw new AppError('BAD_REQUEST', `${path} is JSON; convert it to CSV first, as docs/import.md describes.`)
  }
  return { start, newline: head.includes(0x0a) ? 0x0a : 0x0d, head: text }
}

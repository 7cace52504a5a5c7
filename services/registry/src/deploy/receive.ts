import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { AppError } from '@aangan/service-kit/errors'
import { Parser, type ReadEntry } from 'tar'
import { isPlainName } from '../releases/rules.ts'

/** Uncompressed. */
export const ARCHIVE_LIMITS = { bytes: 64_000_000, files: 1_000, nameLength: 128 }
/** Long names and times; the parser joins them in memory. */
const META_BYTES = 4_096
const GZIP = 0x1f8b

export interface Archive {
  body: Readable
  /** Bytes as sent. */
  limit: number
}

/**
 * Unpacks a tar archive of plain files, also in gzip, into `folder`, with no more memory than a few chunks.
 * @throws BAD_REQUEST for a damaged archive and for anything in it but files with plain names, each once; TOO_LARGE;
 * an error of the file system as it is
 */
export async function receiveArchive({ body, limit }: Archive, folder: string): Promise<void> {
  // Not destroyed on a refusal: the rest of the body is drained, and the client sees the response.
  const sent = limited(body.iterator({ destroyOnReturn: false }), limit)
  let unpacking: Promise<void> | undefined
  const unpack = (chunks: AsyncIterable<Buffer>) => {
    unpacking = unpackTar(limited(chunks, ARCHIVE_LIMITS.bytes), folder)
    return unpacking
  }
  try {
    const start = await startOf(sent)
    const whole = () => joined(start, sent)
    await (isGzip(start) ? pipeline(whole, createGunzip(), unpack) : unpack(whole()))
  } catch (error) {
    throw isDamage(error) ? damaged(error) : error
  } finally {
    // A failed pipeline does not wait for what it was writing, and the folder could not be removed.
    await unpacking?.catch(() => undefined)
  }
}

async function* limited(chunks: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer, undefined> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > limit)
      throw new AppError('TOO_LARGE', `The release is larger than ${limit / 1e6} MB. Leave out what no page needs.`)
    yield chunk
  }
}

/** The first bytes, at least two if there are so many: they say what it is, whatever the client calls it. */
async function startOf(chunks: AsyncIterator<Buffer, undefined>): Promise<Buffer> {
  let start = Buffer.alloc(0)
  while (start.length < 2) {
    const { value } = await chunks.next()
    if (value === undefined) break
    start = Buffer.concat([start, value])
  }
  return start
}

function isGzip(start: Buffer): boolean {
  return start.length > 1 && start.readUInt16BE() === GZIP
}

async function* joined(start: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  if (start.length > 0) yield start
  yield* rest
}

async function unpackTar(chunks: AsyncGenerator<Buffer, undefined>, folder: string): Promise<void> {
  const { parser, writes, check, hasEnded } = openParser(folder)
  const start = await startOf(chunks)
  // The parser would unpack it, past our limits.
  if (isGzip(start)) throw damaged()
  for await (const chunk of joined(start, chunks)) {
    // It would keep in memory what follows the end.
    if (hasEnded()) continue
    parser.write(chunk)
    check()
    for (const write of writes.splice(0)) await write()
  }
  parser.end()
  check()
  if (!hasEnded()) throw damaged()
}

/** The parser runs synchronously inside `write`, and what it finds is written afterwards: so the sender has to wait. */
function openParser(folder: string) {
  const parser = new Parser({ strict: true, maxMetaEntrySize: META_BYTES, zstd: false })
  const writes: (() => Promise<void>)[] = []
  const names = new Set<string>()
  let failure: unknown = null
  let isEnd = false
  const fail = (error: unknown) => {
    failure ??= error
  }
  parser.on('error', (error: unknown) => fail(damaged(error)))
  parser.on('ignoredEntry', (entry: ReadEntry) => fail(refusalOf(entry, names) ?? unwanted(entry)))
  parser.on('eof', () => {
    isEnd = true
  })
  parser.on('entry', (entry: ReadEntry) => {
    const refusal = isRoot(entry) ? null : refusalOf(entry, names)
    if (refusal) fail(refusal)
    if (refusal || isRoot(entry)) return void entry.resume()
    const name = nameOf(entry)
    names.add(name)
    const path = join(folder, name)
    writes.push(() => writeFile(path, '', { flag: 'wx', mode: 0o644 }))
    entry.on('data', (chunk) => void writes.push(() => appendFile(path, chunk)))
  })
  const check = () => {
    if (failure !== null) throw failure
  }
  return { parser, writes, check, hasEnded: () => isEnd }
}

/** `tar c -C dist .` begins with it. */
function isRoot({ type, path }: ReadEntry): boolean {
  return type === 'Directory' && /^\.\/?$/.test(path)
}

function nameOf({ path }: ReadEntry): string {
  return path.replace(/^\.\//, '')
}

function refusalOf(entry: ReadEntry, names: ReadonlySet<string>): AppError | null {
  const name = nameOf(entry)
  const shown = JSON.stringify(entry.path.slice(0, ARCHIVE_LIMITS.nameLength))
  if (names.size >= ARCHIVE_LIMITS.files) return refused(`The archive has more than ${ARCHIVE_LIMITS.files} files`)
  if (!/^(Old|Contiguous)?File$/.test(entry.type)) return unwanted(entry)
  if (!isPlainName(name) || name.length > ARCHIVE_LIMITS.nameLength)
    return refused(`The archive contains ${shown}: file names have letters, digits and . _ ~ -, without a folder`)
  return names.has(name) ? refused(`The archive contains ${shown} twice`) : null
}

function unwanted({ type, path }: ReadEntry): AppError {
  const shown = JSON.stringify(path.slice(0, ARCHIVE_LIMITS.nameLength))
  return refused(`The archive contains ${shown}, which is no regular file but ${type}: send only files`)
}

function refused(what: string): AppError {
  return new AppError('BAD_REQUEST', `${what}. Nothing was published.`)
}

function damaged(cause?: unknown): AppError {
  const message = 'The archive is damaged or was cut off. Send the dist folder as tar, or tar and gzip.'
  return new AppError('BAD_REQUEST', message, { cause })
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(Z_|TAR_)/.test(String(error.code))
}

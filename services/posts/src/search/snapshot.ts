import { type FileHandle, open, rename } from 'node:fs/promises'
import { Block, COLUMNS } from './block.ts'
import type { PlaceName } from './directory.ts'
import { SearchIndex } from './index.ts'
import type { Kind } from './listing-row.ts'

/** Another one for every change of what a file holds: the index is filled from the store then. */
const VERSION = 2

/** What stands before the columns, as one line of JSON. */
interface Header {
  version: number
  /** The columns of a row: a file of others is not read. */
  columns: readonly string[]
  /** The number of the event up to which the index is complete. */
  position: number
  kinds: Kind[]
  places: Pick<PlaceName, 'city' | 'locality'>[]
  gone: [id: string, rev: number][]
  blocks: { from: number; count: number }[]
}

export interface Snapshot {
  index: SearchIndex
  position: number
}

/** Writes the index into a file, which appears under its name when it is whole. Nothing may change the index meanwhile. */
export async function writeSnapshot(path: string, { index, position }: Snapshot): Promise<void> {
  const partial = `${path}.part`
  const file = await open(partial, 'w')
  try {
    const { kinds, places } = index.catalogs
    const header: Header = {
      version: VERSION,
      columns: COLUMNS,
      position,
      kinds: kinds.entries,
      places: places.catalog.entries.map(({ city, locality }) => ({ city, locality })),
      gone: [...index.gone],
      blocks: index.blocks.all.map(({ from, count }) => ({ from, count })),
    }
    await file.write(`${JSON.stringify(header)}\n`)
    for (const block of index.blocks.all) await file.writev(columnsOf(block))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, path)
}

/**
 * Reads what `writeSnapshot` wrote; null where there is no file, or one of another release.
 * @throws Error where it is damaged
 */
export async function readSnapshot(path: string): Promise<Snapshot | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null) return null
  try {
    return await read(file)
  } finally {
    await file.close()
  }
}

async function read(file: FileHandle): Promise<Snapshot | null> {
  const { header, end } = await readHeader(file)
  if (header.version !== VERSION || header.columns.join() !== COLUMNS.join()) return null
  const index = new SearchIndex()
  for (const kind of header.kinds) index.catalogs.kinds.numberOf(kind)
  for (const place of header.places) index.catalogs.places.catalog.numberOf(place)
  for (const [id, rev] of header.gone) index.gone.set(id, rev)
  let at = end
  for (const [number, { from, count }] of header.blocks.entries()) {
    const block = new Block(number, from)
    block.resize(count)
    const columns = columnsOf(block)
    const wanted = columns.reduce((sum, { byteLength }) => sum + byteLength, 0)
    if (wanted > 0 && (await file.readv(columns, at)).bytesRead !== wanted) throw new Error('the file ends too early')
    at += wanted
    index.adopt(block)
  }
  return { index, position: header.position }
}

const PIECE = 1_000_000

async function readHeader(file: FileHandle): Promise<{ header: Header; end: number }> {
  const pieces: Buffer[] = []
  for (let read = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PIECE), 0, PIECE, read)
    if (bytesRead === 0) throw new Error('the file has no header')
    const newline = buffer.subarray(0, bytesRead).indexOf('\n')
    pieces.push(buffer.subarray(0, newline === -1 ? bytesRead : newline))
    if (newline !== -1) return { header: JSON.parse(Buffer.concat(pieces).toString()), end: read + newline + 1 }
    read += bytesRead
  }
}

/** The rows in use, column by column. */
function columnsOf(block: Block): Uint8Array[] {
  return COLUMNS.map((name) => {
    const { buffer, byteOffset, byteLength } = block[name].subarray(0, block.count)
    return new Uint8Array(buffer, byteOffset, byteLength)
  })
}

import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { writeDurably } from '@aangan/service-kit/durable-files'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { Block, COLUMNS } from './block.ts'
import { KIND_FIELDS, type Kind } from './listing-row.ts'
import type { PlaceName } from './place-name.ts'
import { MOST_PLACES } from './places.ts'
import { SearchIndex } from './search-index.ts'

/** Bump if the format changes in another way than its fields: the index is then rebuilt from the store. */
const VERSION = 6
const FIELDS = [...COLUMNS, ...KIND_FIELDS]

/** One line of JSON before the columns. */
interface Header {
  version: number
  fields: readonly string[]
  /** Of the rest of this header and the columns. */
  sha1: string
  token: string
  position: number
  kinds: Kind[]
  places: Pick<PlaceName, 'city' | 'locality' | 'pin'>[]
  gone: [id: string, rev: number][]
  blocks: { from: number; count: number }[]
}

export interface Snapshot {
  index: SearchIndex
  position: number
}

/**
 * Atomic, also for several processes with one path. The index must not change meanwhile.
 * @returns the token of this snapshot, unlike that of any other
 */
export async function writeSnapshot(path: string, { index, position }: Snapshot): Promise<string> {
  const token = randomUUID()
  await writeDurably(path, async (file) => {
    const { kinds, places } = index.catalogs
    const content: Omit<Header, 'sha1'> = {
      version: VERSION,
      fields: FIELDS,
      token,
      position,
      kinds: kinds.entries,
      places: places.catalog.entries.map(({ city, locality, pin }) => ({ city, locality, pin })),
      gone: [...index.gone],
      blocks: index.blocks.all.map(({ from, count }) => ({ from, count })),
    }
    const hash = createHash('sha1').update(JSON.stringify(content))
    for (const block of index.blocks.all) for (const column of columnsOf(block)) hash.update(column)
    const header: Header = { ...content, sha1: hash.digest('hex') }
    await file.write(`${JSON.stringify(header)}\n`)
    for (const block of index.blocks.all) await file.writev(columnsOf(block))
  })
  return token
}

/** Null without a file, or for one of another version. Throws Error if it is damaged. */
export async function readSnapshot(path: string): Promise<(Snapshot & { token: string }) | null> {
  const file = await open(path).catch(ifMissing(null))
  if (file === null) return null
  try {
    return await read(file)
  } finally {
    await file.close()
  }
}

async function read(file: FileHandle): ReturnType<typeof readSnapshot> {
  const { header, end } = await readHeader(file)
  if (header.version !== VERSION || header.fields.join() !== FIELDS.join()) return null
  // Most of so many are of listings that are gone: the store has only those in use.
  if (header.places.length >= MOST_PLACES) return null
  const { sha1, ...content } = header
  const hash = createHash('sha1').update(JSON.stringify(content))
  const index = new SearchIndex()
  for (const kind of header.kinds) index.catalogs.kinds.numberOf(kind)
  for (const place of header.places) index.catalogs.places.catalog.numberOf(place)
  for (const [id, rev] of header.gone) index.gone.set(id, rev)
  const blocks: Block[] = []
  let at = end
  for (const [number, { from, count }] of header.blocks.entries()) {
    const block = new Block(number, from)
    block.resize(count)
    const columns = columnsOf(block)
    const wanted = columns.reduce((sum, { byteLength }) => sum + byteLength, 0)
    if (wanted > 0 && (await file.readv(columns, at)).bytesRead !== wanted)
      throw new Error('The search snapshot is truncated')
    for (const column of columns) hash.update(column)
    at += wanted
    blocks.push(block)
  }
  if (hash.digest('hex') !== sha1) throw new Error('The search snapshot is damaged')
  for (const block of blocks) index.adopt(block)
  return { index, position: header.position, token: header.token }
}

const READ_BYTES = 1_000_000

async function readHeader(file: FileHandle): Promise<{ header: Header; end: number }> {
  const chunks: Buffer[] = []
  for (let read = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, read)
    if (bytesRead === 0) throw new Error('The search snapshot has no header line')
    const newline = buffer.subarray(0, bytesRead).indexOf('\n')
    chunks.push(buffer.subarray(0, newline === -1 ? bytesRead : newline))
    if (newline !== -1) return { header: JSON.parse(Buffer.concat(chunks).toString()), end: read + newline + 1 }
    read += bytesRead
  }
}

function columnsOf(block: Block): Uint8Array[] {
  return COLUMNS.map((name) => {
    const { buffer, byteOffset, byteLength } = block[name].subarray(0, block.count)
    return new Uint8Array(buffer, byteOffset, byteLength)
  })
}

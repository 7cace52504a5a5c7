import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Header, type types } from 'tar'

const BLOCK = 512

export interface Entry {
  path: string
  type?: types.EntryTypeName
  content?: string | Buffer
  linkpath?: string
  /** If it is not that of the content. */
  size?: number
}

/** An entry of a tar archive, with whatever is given. */
export function tarEntry({ path, type = 'File', content = '', linkpath, size }: Entry): Buffer {
  const body = Buffer.from(content)
  const header = new Header({ path, type, mode: 0o644, size: size ?? body.length, ...(linkpath && { linkpath }) })
  const block = Buffer.alloc(BLOCK)
  header.encode(block)
  return Buffer.concat([block, body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)])
}

export function tarOf(entries: (Entry | Buffer)[]): Buffer {
  const blocks = entries.map((entry) => (Buffer.isBuffer(entry) ? entry : tarEntry(entry)))
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)])
}

export async function entriesOf(folder: string): Promise<Entry[]> {
  const names = (await readdir(folder)).sort()
  return await Promise.all(names.map(async (path) => ({ path, content: await readFile(join(folder, path)) })))
}

/** A build as `aangan deploy` sends it. */
export async function packBuild(folder: string): Promise<Buffer> {
  return gzipSync(tarOf(await entriesOf(folder)))
}

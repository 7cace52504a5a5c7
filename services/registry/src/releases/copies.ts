import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'

const UNPACK = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) }

/** Endings of the files that are served in place of the one whose name they end. */
export const COPIES = Object.keys(UNPACK) as (keyof typeof UNPACK)[]

/** Whether the file at `path` unpacks to `content`. Throws if it cannot be read. */
export async function isCopy(content: Buffer, path: string, kind: keyof typeof UNPACK): Promise<boolean> {
  const packed = await readFile(path)
  const unpacked = await UNPACK[kind](packed, { maxOutputLength: Math.max(content.length, 1) }).catch(() => null)
  return unpacked?.equals(content) ?? false
}

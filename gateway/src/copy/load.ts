import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { PageCopy } from '@aangan/contracts/page-copy'
import { AppError } from '@aangan/service-kit/errors'
import { integrityOf } from '@aangan/service-kit/integrity'
import type { Upstream } from '@aangan/service-kit/upstream'

const FILE_MS = 5_000
/** Of all files. Ours have two megabytes; a team may release what it likes, and a gateway must not run out of memory. */
const MOST_BYTES = 33_554_432
const KEPT_HEADERS = ['content-type', 'cache-control', 'etag', 'last-modified']

const unpack = promisify(brotliDecompress)

export interface CopiedFile {
  integrity: string
  headers: Record<string, string>
  /** Compressed by brotli if `isPacked`. */
  body: Buffer
  isPacked: boolean
}

interface Page extends PageCopy {
  /** CSP of the page. */
  policy: string
}

export interface Copy extends Omit<Page, 'files'> {
  files: ReadonlyMap<string, CopiedFile>
  bytes: number
  /** URLs of files that the registry does not have, or that differ from their integrity. */
  missing: string[]
  /** Files for which there is no room, by URL: not fetched again until there is. */
  tooMuch: ReadonlyMap<string, Omitted>
}

interface Omitted {
  integrity: string
  /** What it would take; Infinity if its content is larger than all room. */
  bytes: number
}

/** Takes the files that have not changed from `last`. Throws if the registry fails meanwhile. */
export async function loadCopy(registry: Upstream, page: Page, last: Copy | null): Promise<Copy> {
  const files = new Map<string, CopiedFile>()
  const missing: string[] = []
  const tooMuch = new Map<string, Omitted>()
  let bytes = 0
  for (const [url, integrity] of Object.entries(page.files)) {
    const known = last?.files.get(url) ?? last?.tooMuch.get(url)
    const isFull = known !== undefined && bytes + bytesOf(known) > MOST_BYTES
    const isKnown = known?.integrity === integrity && (isFull || 'body' in known)
    const file = isKnown ? known : await fetchFile(registry, url, integrity)
    if (file === null) missing.push(url)
    else if (!('body' in file) || bytes + file.body.length > MOST_BYTES)
      tooMuch.set(url, { integrity, bytes: bytesOf(file) })
    else {
      files.set(url, file)
      bytes += file.body.length
    }
  }
  return { html: page.html, remotes: page.remotes, policy: page.policy, files, bytes, missing, tooMuch }
}

function bytesOf(file: CopiedFile | Omitted): number {
  return 'body' in file ? file.body.length : file.bytes
}

async function fetchFile(registry: Upstream, url: string, integrity: string): Promise<CopiedFile | Omitted | null> {
  const { status, headers, body } = await registry.get(url, {
    headers: { 'accept-encoding': 'br' },
    timeoutMs: FILE_MS,
  })
  if (status >= 500) throw new AppError('UPSTREAM_FAILED', `The registry returned ${status} for ${url}`)
  if (status !== 200) return null
  const isPacked = headers['content-encoding'] === 'br'
  const content = isPacked ? await unpack(body, { maxOutputLength: MOST_BYTES }).catch(unpackingProblem) : body
  if (content === 'too large') return { integrity, bytes: Number.POSITIVE_INFINITY }
  if (content === 'damaged' || integrity !== integrityOf(content)) return null
  const kept = KEPT_HEADERS.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []))
  return { integrity, headers: Object.fromEntries(kept), body, isPacked }
}

function unpackingProblem({ code }: NodeJS.ErrnoException): 'too large' | 'damaged' {
  return code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'damaged'
}

import { isId } from '@aangan/contracts/ids'
import { POST_TYPES, PROPERTIES } from '@aangan/contracts/post-constants'
import type { Post } from '@aangan/contracts/posts'
import type { PersonalStorage } from '@aangan/remote/personal-storage'

const KEY = 'recently-viewed'
const MOST = 12

/** Only what is needed after the listing is gone. Everything else is fetched, since prices change. */
export type SeenHome = Pick<Post, 'id' | 'title' | 'type' | 'city' | 'property'>

/** Newest first. Ignores invalid entries; earlier releases stored whole cards. */
export function readSeen(storage: PersonalStorage | null): SeenHome[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isSeenHome).map(toSeen).slice(0, MOST) : []
  } catch {
    // Invalid JSON, or storage is blocked.
    return []
  }
}

export function rememberSeen(storage: PersonalStorage | null, post: SeenHome): void {
  const others = readSeen(storage).filter(({ id }) => id !== post.id)
  write(storage, [toSeen(post), ...others].slice(0, MOST))
}

export function forgetSeen(storage: PersonalStorage | null, id: string): void {
  write(
    storage,
    readSeen(storage).filter((seen) => seen.id !== id),
  )
}

export function forgetAllSeen(storage: PersonalStorage | null): void {
  write(storage, [])
}

/** On failure retries with the newer half, down to one: storage may be full or blocked. */
function write(storage: PersonalStorage | null, seen: SeenHome[]): void {
  try {
    if (seen.length === 0) storage?.removeItem(KEY)
    else storage?.setItem(KEY, JSON.stringify(seen))
  } catch {
    if (seen.length > 1) write(storage, seen.slice(0, Math.floor(seen.length / 2)))
  }
}

function toSeen({ id, title, type, city, property }: SeenHome): SeenHome {
  return { id, title, type, city, property }
}

const KINDS: Record<keyof SeenHome, (value: unknown) => boolean> = {
  id: (value) => typeof value === 'string' && isId(value),
  title: isText,
  type: (value) => POST_TYPES.some((type) => type === value),
  city: isText,
  property: (value) => PROPERTIES.some((property) => property === value),
}

function isSeenHome(value: unknown): value is SeenHome {
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<string, unknown> = { ...value }
  return Object.entries(KINDS).every(([name, isRight]) => isRight(fields[name]))
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

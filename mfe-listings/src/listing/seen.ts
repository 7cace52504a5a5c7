import { isId } from '@aangan/contracts/ids'
import { POST_TYPES, PROPERTIES } from '@aangan/contracts/post-constants'
import type { Post } from '@aangan/contracts/posts'

const KEY = 'recently-viewed'
const MOST = 12

/** This browser's storage; null where it is forbidden, and already its name throws. */
export function browserStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/** The listings last looked at, newest first. What is not ours, or of an older form, is left out. */
export function readSeen(storage: Storage | null): Post[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isSeenPost).slice(0, MOST) : []
  } catch {
    // Not JSON, or a storage that refuses: as good as nothing seen.
    return []
  }
}

/** Puts a listing before all others. */
export function rememberSeen(storage: Storage | null, post: Post): void {
  const others = readSeen(storage).filter(({ id }) => id !== post.id)
  write(storage, [toSeen(post), ...others].slice(0, MOST))
}

export function forgetSeen(storage: Storage | null, id: string): void {
  write(
    storage,
    readSeen(storage).filter((seen) => seen.id !== id),
  )
}

export function forgetAllSeen(storage: Storage | null): void {
  write(storage, [])
}

/** A full or forbidden storage keeps nothing more; the page works without. */
function write(storage: Storage | null, seen: Post[]): void {
  try {
    if (seen.length === 0) storage?.removeItem(KEY)
    else storage?.setItem(KEY, JSON.stringify(seen))
  } catch {
    if (seen.length > 1) write(storage, seen.slice(0, Math.floor(seen.length / 2)))
  }
}

/** Without the rest of the page's data, such as a long description. */
function toSeen(post: Post): Post {
  const { id, userId, title, price, img, address, city, bedroom, bathroom, size } = post
  const { latitude, longitude, type, property, createdAt } = post
  const facts = { title, price, images: img === null ? [] : [img], img, address, city, bedroom, bathroom, size }
  return { id, userId, ...facts, latitude, longitude, type, property, createdAt }
}

const KINDS: Record<keyof Post, (value: unknown) => boolean> = {
  id: (value) => typeof value === 'string' && isId(value),
  userId: isText,
  title: isText,
  price: Number.isFinite,
  images: (value) => Array.isArray(value) && value.every(isText),
  img: (value) => value === null || isText(value),
  address: isText,
  city: isText,
  bedroom: Number.isFinite,
  bathroom: Number.isFinite,
  size: (value) => value === null || Number.isFinite(value),
  latitude: isText,
  longitude: isText,
  type: (value) => POST_TYPES.some((type) => type === value),
  property: (value) => PROPERTIES.some((property) => property === value),
  createdAt: isText,
}

function isSeenPost(value: unknown): value is Post {
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<string, unknown> = { ...value }
  return Object.entries(KINDS).every(([name, isRight]) => isRight(fields[name]))
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

import type { Property } from './post-constants.ts'

/**
 * The address of one of our own drawings of a home. `seed`, a listing's id, chooses the details; `view` (0 the front,
 * 1 … 4 other views) pads a gallery without repeating a picture.
 */
export function drawingUrl(property: Property, seed: string, view = 0): string {
  return `/media/drawings/${property}/${seed}/${view}.svg`
}

/** Tells a drawing of ours from a photo: its alternative text says so. */
export function isDrawing(url: string): boolean {
  return url.startsWith('/media/drawings/')
}

/** What others show beside a link to us: always of this size, as JPEG. */
export const SHARE_PICTURE = { width: 1200, height: 630, type: 'image/jpeg' } as const

/** The address of the site's own picture for sharing. */
export const SITE_PICTURE_URL = '/media/share/site.jpg'

/** The address of a listing's picture for sharing; a changed listing has another `rev`, and so another address. */
export function sharePictureUrl({ id, rev }: { id: string; rev: number }): string {
  return `/media/share/${id}/${rev}.jpg`
}

/** What may be uploaded, by what it is for: the most bytes of a file. */
export const UPLOAD_LIMITS = { avatars: 2_000_000, posts: 15_000_000 } as const
export type UploadKind = keyof typeof UPLOAD_LIMITS

/** The widths that are kept of an uploaded picture that is large enough for them. */
export const UPLOAD_WIDTHS = { avatars: [96, 256, 512], posts: [320, 640, 1024, 1600] } as const

export interface UploadAddress {
  kind: UploadKind
  id: string
  /** The one that the address names. */
  width: number
}

const UPLOAD = /^\/media\/(avatars|posts)\/([0-9a-f]{24})\/(\d+)\.webp$/

/** Reads the address of an uploaded picture; null for any other. */
export function readUploadUrl(url: string): UploadAddress | null {
  const [, kind, id, width] = UPLOAD.exec(url) ?? []
  return kind && id ? { kind: kind as UploadKind, id, width: Number(width) } : null
}

/** The value of `srcset` for an uploaded picture; undefined for any other. */
export function srcsetOf(url: string): string | undefined {
  const upload = readUploadUrl(url)
  if (upload === null) return undefined
  const { kind, id, width } = upload
  const widths = [...UPLOAD_WIDTHS[kind].filter((each) => each < width), width]
  return widths.map((each) => `/media/${kind}/${id}/${each}.webp ${each}w`).join(', ')
}

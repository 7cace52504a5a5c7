import type { Property } from './post-constants.ts'

/**
 * URL of our own drawing of a home. `seed`, a listing's id, chooses the details; `view` (0 the front, 1 … 4 other
 * views) pads a gallery without repeating a picture.
 */
export function drawingUrl(property: Property, seed: string, view = 0): string {
  return `/media/drawings/${property}/${seed}/${view}.svg`
}

/** Whether it is one of our drawings, whose alt text says so, and not a photo. */
export function isDrawing(url: string): boolean {
  return url.startsWith('/media/drawings/')
}

/** Preview picture for shared links: always this size, as JPEG. */
export const SHARE_PICTURE = { width: 1200, height: 630, type: 'image/jpeg' } as const

export const SITE_PICTURE_URL = '/media/share/site.jpg'

/** Contains `rev`, so a changed listing gets a new URL. */
export function sharePictureUrl({ id, rev }: { id: string; rev: number }): string {
  return `/media/share/${id}/${rev}.jpg`
}

/** Maximum bytes of a file, by its use. */
export const UPLOAD_LIMITS = { avatars: 2_000_000, posts: 15_000_000 } as const
export type UploadKind = keyof typeof UPLOAD_LIMITS

/** Stored widths in pixels; an upload is never enlarged. */
export const UPLOAD_WIDTHS = { avatars: [96, 256, 512], posts: [320, 640, 1024, 1600] } as const

export interface UploadName {
  kind: UploadKind
  id: string
}

export interface UploadAddress extends UploadName {
  width: number
}

/** Uploads that media asks about at once before it deletes any. */
export const MAX_UPLOADS_ASKED = 50

/** A listing or person, at one `rev`, and the ids of all uploads that it uses. */
export interface PictureUse {
  id: string
  rev: number
  uploadIds: string[]
}

const UPLOAD = /^\/media\/(avatars|posts)\/([0-9a-f]{24})\/(\d+)\.webp$/

/** Parses the URL of an uploaded picture; null for any other. */
export function readUploadUrl(url: string): UploadAddress | null {
  const [, kind, id, width] = UPLOAD.exec(url) ?? []
  return kind && id ? { kind: kind as UploadKind, id, width: Number(width) } : null
}

/** The `srcset` of an uploaded picture; undefined for any other. */
export function srcsetOf(url: string): string | undefined {
  const upload = readUploadUrl(url)
  if (upload === null) return undefined
  const { kind, id, width } = upload
  const widths = [...UPLOAD_WIDTHS[kind].filter((each) => each < width), width]
  return widths.map((each) => `/media/${kind}/${id}/${each}.webp ${each}w`).join(', ')
}

/** What an `img` needs besides `src`; empty for a picture that has one width only. `sizes`: see `PICTURE_SIZES`. */
export function widthsOf(url: string, sizes: string): { srcSet?: string; sizes?: string } {
  const srcSet = srcsetOf(url)
  return srcSet === undefined ? {} : { srcSet, sizes }
}

/** The uploads among these URLs, each once. */
export function uploadIdsOf(urls: readonly string[]): string[] {
  return [...new Set(urls.flatMap((url) => readUploadUrl(url)?.id ?? []))]
}

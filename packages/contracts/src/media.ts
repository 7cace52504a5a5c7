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

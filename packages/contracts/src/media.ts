import type { Property } from './posts.ts'

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

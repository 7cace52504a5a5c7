import { drawingUrl, isDrawing } from '@aangan/contracts/media'
import type { Post } from '@aangan/contracts/posts'

export interface GalleryPicture {
  url: string
  alt: string
  /** A drawing, for a picture elsewhere that is gone. */
  instead: string
}

/** A gallery with fewer pictures than this looks bare, and is filled up. */
const FEWEST = 4
/** One large picture and four small ones. */
export const MOSAIC = 5

const VIEWS = ['seen from the street', 'as a model', 'its outdoor space', 'a room', 'its street'] as const
const LAND_VIEWS = ['seen from its gate', 'as a model', 'its shade', 'as a plan', 'its road'] as const

/**
 * The listing's pictures; a bare gallery, and one that has drawings anyway, is filled up to a mosaic with drawings of the
 * views that it does not show yet.
 */
export function picturesOf(post: Pick<Post, 'id' | 'images' | 'alts' | 'property'>): GalleryPicture[] {
  const bare = post.images.length < FEWEST || post.images.some(isDrawing)
  const missing = bare ? Math.max(0, MOSAIC - post.images.length) : 0
  const drawings = VIEWS.map((_, view) => drawingUrl(post.property, post.id, view))
  const fill = drawings.filter((url) => !post.images.includes(url)).slice(0, missing)
  return [...post.images, ...fill].map((url, index) => ({
    url,
    alt: post.alts[index] || describe(url, index, post.property),
    instead: drawingUrl(post.property, post.id, index % VIEWS.length),
  }))
}

function describe(url: string, index: number, property: Post['property']): string {
  if (!isDrawing(url)) return `Photo ${index + 1} of the ${property}`
  const view = Number(/\/(\d)\.svg$/.exec(url)?.[1])
  const what = (property === 'land' ? LAND_VIEWS : VIEWS)[view]
  return what ? `Drawing of the ${property}: ${what}` : `Drawing of the ${property}`
}

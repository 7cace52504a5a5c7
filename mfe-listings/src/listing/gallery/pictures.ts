import { drawingUrl, isDrawing } from '@aangan/contracts/media'
import type { Post } from '@aangan/contracts/posts'

export interface GalleryPicture {
  url: string
  alt: string
  /** A drawing used if `url` fails to load. */
  instead: string
  /** Among the photos, or among the drawings where there is no photo; null for the only one, or a drawing beside photos. */
  position: { at: number; count: number } | null
}

/** Galleries with fewer pictures are filled up with drawings. */
const FEWEST = 4
export const MOSAIC = 5

const VIEWS = ['seen from the street', 'as a model', 'outdoors', 'an empty room', 'its street'] as const
const LAND_VIEWS = ['seen from its gate', 'as a model', 'a tree', 'as a plan', 'its road'] as const

/** Fills short galleries, and those that contain drawings, up to a mosaic with drawings of views not shown yet. */
export function picturesOf(post: Pick<Post, 'id' | 'images' | 'alts' | 'property'>): GalleryPicture[] {
  // The API takes one twice.
  const images = [...new Set(post.images)]
  const bare = images.length < FEWEST || images.some(isDrawing)
  const missing = bare ? Math.max(0, MOSAIC - images.length) : 0
  const drawings = VIEWS.map((_, view) => drawingUrl(post.property, post.id, view))
  const fill = drawings.filter((url) => !images.includes(url)).slice(0, missing)
  const urls = [...images, ...fill]
  const photos = urls.filter((url) => !isDrawing(url))
  return urls.map((url, index) => ({
    url,
    alt: post.alts[post.images.indexOf(url)] || describe(url, index, post.property),
    instead: drawingUrl(post.property, post.id, index % VIEWS.length),
    position: positionAmong(photos.length > 0 ? photos : urls, url),
  }))
}

function positionAmong(counted: readonly string[], url: string): GalleryPicture['position'] {
  return counted.length > 1 && counted.includes(url) ? { at: counted.indexOf(url) + 1, count: counted.length } : null
}

function describe(url: string, index: number, property: Post['property']): string {
  if (!isDrawing(url)) return `Photo ${index + 1} of the ${property}`
  const view = Number(/\/(\d)\.svg$/.exec(url)?.[1])
  const what = (property === 'land' ? LAND_VIEWS : VIEWS)[view]
  return what ? `Drawing of the ${property}: ${what}` : `Drawing of the ${property}`
}

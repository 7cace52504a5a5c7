import type { Post } from '@aangan/contracts/posts'
import { type Box, boxAround, centreOf, isPoint, type Point, pointOf } from './geo.ts'

/** What a map is to show. */
export type Target =
  | { point: Point; zoom: number }
  /** An area as large as it fits: with room around it and not closer than a zoom, or edge to edge (null). */
  | { box: Box; closest: number | null }

/** Until it is known what was found: all of India. */
export const INDIA: Target = { box: [68, 6.5, 97.5, 35.7], closest: null }

/** The specification's, for its fixed point. */
const NOWHERE_ZOOM = 7

/** Streets are told apart, and the neighbourhood is still around them. */
export const PLACE_ZOOM = 15

/** Homes that stand close together are still shown with what is around them. */
const CLOSEST = 16

/** A searched area that fills less of the map than this is shown again by itself. */
const FILLS = 0.4

/** Where there is nothing to show: India, or the point that the site's operator set. */
export function nowhere(centre: Point | null): Target {
  return centre ? { point: centre, zoom: NOWHERE_ZOOM } : INDIA
}

/** What to show of the homes of a search; null where none of them has a place. */
export function targetOfPosts(posts: readonly Post[]): Target | null {
  const box = boxAround(posts.flatMap((post) => pointOf(post) ?? []))
  return box && targetOfBox(box)
}

/** An area of homes, with room around them; a single place with its neighbourhood. */
export function targetOfBox(box: Box): Target {
  return isPoint(box) ? { point: centreOf(box), zoom: PLACE_ZOOM } : { box, closest: CLOSEST }
}

/** A searched area, edge to edge. */
export function targetOfArea(box: Box): Target {
  return { box, closest: null }
}

/** Whether a searched area is what the map shows: it was searched from there, and moving it would be a surprise. */
export function isShown(searched: Box, shown: Box): boolean {
  const [west, south, east, north] = searched
  const [width, height] = [shown[2] - shown[0], shown[3] - shown[1]]
  const slack = 0.01
  const inside =
    west >= shown[0] - slack * width &&
    east <= shown[2] + slack * width &&
    south >= shown[1] - slack * height &&
    north <= shown[3] + slack * height
  return inside && Math.max((east - west) / width, (north - south) / height) >= FILLS
}

import type { Post } from '@aangan/contracts/posts'
import { type Box, boxAround, centreOf, isPoint, type Point, pointOf } from '../shared/geo.ts'

export type Target =
  | { point: Point; zoom: number }
  /** Fits an area: with a margin and a maximum zoom, or edge to edge (null). */
  | { box: Box; closest: number | null }

/** Shown until there are results. */
export const INDIA: Target = { box: [68, 6.5, 97.5, 35.7], closest: null }

/** As specified for the fixed centre. */
const FALLBACK_ZOOM = 7

/** Shows streets and the neighbourhood. */
export const PLACE_ZOOM = 15

/** Maximum zoom for several homes, to keep some surroundings. */
const CLOSEST = 16

/** A searched area that fills less of the map than this is fitted again. */
const FILLS = 0.4

/** The fallback target: the configured centre, else India. */
export function fallbackTarget(centre: Point | null): Target {
  return centre ? { point: centre, zoom: FALLBACK_ZOOM } : INDIA
}

/** Null if no listing has coordinates. */
export function targetOfPosts(posts: readonly Post[]): Target | null {
  const box = boxAround(posts.flatMap((post) => pointOf(post) ?? []))
  return box && targetOfBox(box)
}

export function targetOfBox(box: Box): Target {
  return isPoint(box) ? { point: centreOf(box), zoom: PLACE_ZOOM } : { box, closest: CLOSEST }
}

export function targetOfArea(box: Box): Target {
  return { box, closest: null }
}

/** Whether the map already shows the searched area; it was probably searched from there, so it should not move. */
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

import type { MapItem, Post } from '@aangan/contracts/posts'
import { type Box, boxAroundBoth, contains, type Point, pointOf } from '../shared/geo.ts'

/** A marker. `key` is stable across zooms for the same item. */
export type Mark = ListingMark | ClusterMark

export interface ListingMark extends Point {
  kind: 'listing'
  key: string
  post: Post
}

export interface ClusterMark extends Point {
  kind: 'cluster'
  key: string
  count: number
  box: Box
}

/** Minimum pixel distance at which two markers do not overlap. */
const ROOM = { x: 76, y: 38 }

/** The world's width in pixels at zoom 0. */
const WORLD = 256

export function marksOfPosts(posts: readonly Post[], zoom: number): Mark[] {
  return apart(posts.flatMap(listingMark), zoom)
}

/** The response of `GET /posts/map`; items may still overlap at this zoom. */
export function marksOfItems(items: readonly MapItem[], zoom: number): Mark[] {
  return apart(items.flatMap(itemMarks), zoom)
}

/** Empty if the listing's coordinates are invalid. */
export function itemMarks(item: MapItem): Mark[] {
  return item.kind === 'cluster' ? [clusterMark(item.count, item.bbox, item)] : listingMark(item)
}

function listingMark(post: Post): ListingMark[] {
  const point = pointOf(post)
  return point ? [{ kind: 'listing', key: post.id, post, ...point }] : []
}

function clusterMark(count: number, box: Box, { longitude, latitude }: Point): ClusterMark {
  return { kind: 'cluster', key: `${longitude},${latitude}`, count, box, longitude, latitude }
}

/** Merges markers that would overlap. */
function apart(marks: Mark[], zoom: number): Mark[] {
  const joined = joinNear(marks, WORLD * 2 ** zoom)
  // A merged marker moves, and may overlap another one.
  return joined.length < marks.length ? apart(joined, zoom) : joined
}

function joinNear(marks: readonly Mark[], scale: number): Mark[] {
  const kept: { mark: Mark; x: number; y: number }[] = []
  for (const mark of marks) {
    const { x, y } = toPixels(mark, scale)
    const near = kept.find((other) => Math.abs(other.x - x) < ROOM.x && Math.abs(other.y - y) < ROOM.y)
    if (near) {
      near.mark = join(near.mark, mark)
      Object.assign(near, toPixels(near.mark, scale))
    } else kept.push({ mark, x, y })
  }
  return kept.map(({ mark }) => mark)
}

/** Weighted by count, so that large clusters hardly move. */
function join(one: Mark, other: Mark): ClusterMark {
  const count = countOf(one) + countOf(other)
  const share = countOf(other) / count
  return clusterMark(count, boxAroundBoth(boxOf(one), boxOf(other)), {
    longitude: one.longitude + (other.longitude - one.longitude) * share,
    latitude: one.latitude + (other.latitude - one.latitude) * share,
  })
}

function countOf(mark: Mark): number {
  return mark.kind === 'cluster' ? mark.count : 1
}

export function boxOf(mark: Mark): Box {
  return mark.kind === 'cluster' ? mark.box : [mark.longitude, mark.latitude, mark.longitude, mark.latitude]
}

/** Web Mercator, the map's own projection. */
function toPixels({ longitude, latitude }: Point, scale: number): { x: number; y: number } {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return { x: (longitude / 360) * scale, y: (-Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * scale }
}

/** The marker of a listing, or the cluster that contains it; null if neither is shown. */
export function markOf(marks: readonly Mark[], post: Post | undefined): Mark | null {
  const point = post && pointOf(post)
  if (!point) return null
  const own = marks.find((mark) => mark.kind === 'listing' && mark.post.id === post.id)
  return own ?? marks.find((mark) => mark.kind === 'cluster' && contains(mark.box, point)) ?? null
}

export function countHomes(marks: readonly Mark[]): number {
  return marks.reduce((sum, mark) => sum + countOf(mark), 0)
}

import type { MapItem, Post } from '@aangan/contracts/posts'
import { type Box, boxAround, centreOf, contains, type Point, pointOf } from './geo.ts'

/** What stands on the map as one marker. `key` stays the same for the same thing. */
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

/** Markers closer than this, in pixels across and down, would cover each other. */
const ROOM = { x: 76, y: 38 }

/** The world's width in pixels at zoom 0. */
const WORLD = 256

interface Group {
  x: number
  y: number
  posts: { post: Post; point: Point }[]
}

/** The list's page as markers for a zoom: listings that would cover each other stand together, in the list's order. */
export function clusterPosts(posts: readonly Post[], zoom: number): Mark[] {
  const scale = WORLD * 2 ** zoom
  const groups: Group[] = []
  for (const post of posts) {
    const point = pointOf(post)
    if (!point) continue
    const [x, y] = toPixels(point, scale)
    const near = groups.find((group) => Math.abs(group.x - x) < ROOM.x && Math.abs(group.y - y) < ROOM.y)
    if (near) near.posts.push({ post, point })
    else groups.push({ x, y, posts: [{ post, point }] })
  }
  return groups.map(toMark)
}

/** Web Mercator, as the map's own. */
function toPixels({ longitude, latitude }: Point, scale: number): [number, number] {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return [(longitude / 360) * scale, (-Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * scale]
}

function toMark({ posts }: Group): Mark {
  const [first] = posts
  const box = boxAround(posts.map(({ point }) => point))
  if (posts.length === 1 && first) return listingMark(first.post, first.point)
  return clusterMark(posts.length, box ?? [0, 0, 0, 0])
}

function listingMark(post: Post, point: Point): ListingMark {
  return { kind: 'listing', key: post.id, post, ...point }
}

function clusterMark(count: number, box: Box, point = centreOf(box)): ClusterMark {
  return { kind: 'cluster', key: `${point.longitude},${point.latitude}`, count, box, ...point }
}

/** The answer of `GET /posts/map` as markers. */
export function toMarks(items: readonly MapItem[]): Mark[] {
  return items.flatMap((item) => {
    if (item.kind === 'cluster') return clusterMark(item.count, item.bbox, item)
    const point = pointOf(item)
    return point ? listingMark(item, point) : []
  })
}

/** The marker that a listing of the list's page stands in; null where the map shows none. */
export function markOf(marks: readonly Mark[], post: Post | undefined): Mark | null {
  const point = post && pointOf(post)
  if (!point) return null
  const own = marks.find((mark) => mark.kind === 'listing' && mark.post.id === post.id)
  return own ?? marks.find((mark) => mark.kind === 'cluster' && contains(mark.box, point)) ?? null
}

/** How many homes the markers stand for. */
export function countHomes(marks: readonly Mark[]): number {
  return marks.reduce((sum, mark) => sum + (mark.kind === 'cluster' ? mark.count : 1), 0)
}

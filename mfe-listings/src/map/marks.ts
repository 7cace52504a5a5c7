import type { MapItem, Post } from '@aangan/contracts/posts'
import { type Box, boxAroundBoth, centreOf, contains, type Point, pointOf } from './geo.ts'

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
  /** Where its marker stands, in pixels. */
  x: number
  y: number
  posts: Post[]
  box: Box
}

/** The list's page as markers for a zoom: listings that would cover each other stand together, in the list's order. */
export function clusterPosts(posts: readonly Post[], zoom: number): Mark[] {
  const scale = WORLD * 2 ** zoom
  let groups = posts.flatMap((post) => {
    const point = pointOf(post)
    return point ? [groupIn([point.longitude, point.latitude, point.longitude, point.latitude], [post], scale)] : []
  })
  // A marker that stands for more stands elsewhere, and may cover another one there.
  for (let before = Number.POSITIVE_INFINITY; groups.length < before; ) {
    before = groups.length
    groups = joinNear(groups, scale)
  }
  return groups.map(toMark)
}

function joinNear(groups: readonly Group[], scale: number): Group[] {
  const joined: Group[] = []
  for (const group of groups) {
    const near = joined.findIndex(({ x, y }) => Math.abs(x - group.x) < ROOM.x && Math.abs(y - group.y) < ROOM.y)
    const other = joined[near]
    if (other) joined[near] = groupIn(boxAroundBoth(other.box, group.box), [...other.posts, ...group.posts], scale)
    else joined.push(group)
  }
  return joined
}

function groupIn(box: Box, posts: Post[], scale: number): Group {
  const [x, y] = toPixels(centreOf(box), scale)
  return { x, y, posts, box }
}

/** Web Mercator, as the map's own. */
function toPixels({ longitude, latitude }: Point, scale: number): [number, number] {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return [(longitude / 360) * scale, (-Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * scale]
}

function toMark({ posts, box }: Group): Mark {
  const [first] = posts
  return posts.length === 1 && first ? listingMark(first, centreOf(box)) : clusterMark(posts.length, box)
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

import { MAX_MAP_ITEMS } from '@aangan/contracts/post-constants'
import type { MapItem } from '@aangan/contracts/posts'
import type { ListingDoc } from '../listing.ts'
import { toPost } from '../rules.ts'
import { isInside } from './box.ts'
import { type Cluster, clustersOf } from './clusters.ts'
import type { MapView } from './map-query.ts'
import { atMost } from './pile.ts'
import { readPiles } from './read-piles.ts'
import { type Surveyed, survey } from './survey.ts'

/** Up to so many listings are shown one by one, wherever they stand. */
const FEW = 100

/** A cell of this many levels more than the zoom is 64 pixels wide; half a zoom further, the next level fits as well. */
const LEVELS_BELOW_ZOOM = 2.2

/** What the map shows: single listings where there are few, and else clusters, at most MAX_MAP_ITEMS of both together. */
export async function mapItems(stores: Surveyed, view: MapView): Promise<MapItem[]> {
  const { zoom, boxes } = view
  const level = Math.floor(zoom + LEVELS_BELOW_ZOOM)
  const { inside, across } = await survey(stores, view, level)
  const all = [...inside, ...across]
  if (atMost(all) <= FEW) return (await readPiles(stores.listings, all, view)).map(toListing)
  const shown = [...inside, ...across.filter((pile) => boxes.some((box) => isInside(box, pile)))]
  const clusters = clustersOf(shown, { zoom, level, most: MAX_MAP_ITEMS })
  return (await Promise.all(clusters.map((cluster) => itemsOf(stores, cluster, view)))).flat()
}

/** A single one is shown itself, and what may be none or two is looked at. */
async function itemsOf({ listings }: Surveyed, cluster: Cluster, view: MapView): Promise<MapItem[]> {
  if (cluster.count >= 1.5) return [toCluster(cluster)]
  const found = await readPiles(listings, cluster.piles, view)
  return found.length < 2 ? found.map(toListing) : [toCluster({ ...cluster, count: found.length })]
}

function toListing(listing: ListingDoc): MapItem {
  return { kind: 'listing', ...toPost(listing) }
}

function toCluster({ count, lat, lng, west, south, east, north }: Cluster): MapItem {
  return { kind: 'cluster', count: Math.round(count), latitude: lat, longitude: lng, bbox: [west, south, east, north] }
}

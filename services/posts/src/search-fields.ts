import { cityKey } from '@aangan/contracts/cities'
import type { Post } from '@aangan/contracts/posts'
import type { Point } from './map/distance.ts'
import { LEAF_LEVEL, quadkeyOf } from './map/quadkey.ts'
import { localityKey, localityOf } from './places/locality.ts'
import { spotOf } from './tallies/spot.ts'
import { tallyOf } from './tallies/tally.ts'

/** What a listing is searched and counted by. All follows from its facts and its state, so it can be made again any time. */
export interface SearchFields {
  /** What `city` is filtered by, see contracts/cities. */
  cityKey: string
  /** The part of the city that the address names, and what it is filtered by: null, and empty, where it names none. */
  locality: string | null
  localityKey: string
  /** The text coordinates as numbers, in degrees. */
  lat: number
  lng: number
  /** The cell of the map around it, at the finest level and at those that searches walk: see quadkey. */
  cell: string
  walkCell: string
  nearCell: string
  /** See tally and spot. */
  tally: string
  spot: string
  /** `bedroom` and `price` once more, for what a walk leaves out: see indexes. */
  bedroomCheck: number
  priceCheck: number
}

/** Rises with every change of what follows here: then the listings that are there are worked out once more. */
export const SEARCH_FIELDS_VERSION = 2

/** Cells of about 20 km: a city is a few of them, so that its listings come in order from as many walks. */
export const WALK_LEVEL = 11
/** The same for areas as small as a quarter of a city. */
export const NEAR_LEVEL = 14

type Facts = Pick<
  Post,
  'type' | 'property' | 'bedroom' | 'price' | 'address' | 'city' | 'latitude' | 'longitude' | 'status'
>

/** Fields of a listing that is not live: no place, area, cell or tally that a search asks for holds it. */
const NOWHERE = {
  ...{ cityKey: '', locality: null, localityKey: '', lat: 999, lng: 999 },
  ...{ cell: '', walkCell: '', nearCell: '', tally: '', spot: '' },
} as const

/** For searches that ask for no place and no area: live listings alone are on the map. */
export const ON_MAP = { lat: { $lte: 90 } }

export function searchFieldsOf(facts: Facts): SearchFields {
  const checks = { bedroomCheck: facts.bedroom, priceCheck: facts.price }
  return facts.status === 'live' ? { ...liveFieldsOf(facts), ...checks } : { ...NOWHERE, ...checks }
}

export function pointOf({ latitude, longitude }: Pick<Post, 'latitude' | 'longitude'>): Point {
  return { lat: Number(latitude), lng: Number(longitude) }
}

function liveFieldsOf(facts: Facts): Omit<SearchFields, 'bedroomCheck' | 'priceCheck'> {
  const { address, city } = facts
  const tally = tallyOf(facts)
  const point = pointOf(facts)
  const cell = quadkeyOf(point, LEAF_LEVEL)
  const key = cityKey(city)
  const locality = localityOf(address, city)
  return {
    cityKey: key,
    locality,
    localityKey: localityKey(locality),
    ...point,
    cell,
    walkCell: cell.slice(0, WALK_LEVEL),
    nearCell: cell.slice(0, NEAR_LEVEL),
    tally,
    spot: spotOf({ cityKey: key, tally, ...point }),
  }
}

import type { Collection, Store } from '@aangan/service-kit/store/store'
import type { Versioned } from '../tallies/versions.ts'

/** A city, or a locality in one, with what it holds. One without listings stays, empty. */
export interface PlaceDoc extends Versioned {
  cityKey: string
  /** Empty for a whole city. */
  localityKey: string
  /** The names to show; the locality null for a whole city. */
  city: string
  locality: string | null
  buy: number
  rent: number
  /** The cells, at the level that searches walk, in which a locality lies; none for a city. */
  walkCells: string[]
}

export function createPlaces(store: Store): Collection<PlaceDoc> {
  return store.collection('places')
}

export function placeId({ cityKey, localityKey }: Pick<PlaceDoc, 'cityKey' | 'localityKey'>): string {
  return `${cityKey}/${localityKey}`
}

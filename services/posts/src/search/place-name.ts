import { cityKey } from '@aangan/contracts/cities'
import { localityKey } from '@aangan/contracts/locality-names'
import type { PostType } from '@aangan/contracts/post-constants'

/** What an address says of where a home is. */
export interface Named {
  city: string
  /** Null if the address names none. */
  locality: string | null
  /** Null if the address states none. */
  pin?: string | null
}

/** One spelling of a city or locality, with its listing count per type. */
export interface PlaceName extends Required<Named>, Record<PostType, number> {
  cityKey: string
  /** Empty without a locality. */
  localityKey: string
}

export function placeName({ city, locality, pin = null }: Named): PlaceName {
  const keys = { cityKey: cityKey(city), localityKey: locality === null ? '' : localityKey(locality, city) }
  return { city, locality, pin, ...keys, buy: 0, rent: 0 }
}

/** @param type null for all types */
export function countOf(counts: Record<PostType, number>, type: PostType | null): number {
  return type === null ? counts.buy + counts.rent : counts[type]
}

import type { Complete } from '@aangan/contracts/complete'
import type { RevisedPost } from '@aangan/contracts/posts'
import { NO_SIZE, type Values } from './block.ts'
import { Catalog } from './catalog.ts'
import { wordsOfId } from './id-table.ts'
import { localityOf } from './locality.ts'
import { Places } from './places.ts'
import { toUnits } from './point.ts'

export type SearchedPost = Pick<
  RevisedPost,
  | ('id' | 'rev' | 'status' | 'createdAt' | 'price' | 'size' | 'address' | 'city' | 'latitude' | 'longitude')
  | ('type' | 'property' | 'bedroom')
> &
  // Absent from listings stored, and events published, before the field existed.
  Partial<Pick<RevisedPost, 'furnishing'>>

/** Drops all other fields. Name by name: see `readListing`. */
export function searchedPost(post: SearchedPost): Complete<SearchedPost> {
  const { id, rev, status, createdAt, type, property, bedroom, furnishing } = post
  const { price, size, address, city, latitude, longitude } = post
  const kind = { type, property, bedroom, furnishing }
  return { id, rev, status, createdAt, ...kind, price, size, address, city, latitude, longitude }
}

/** Fields with few values, interned together so that one lookup tests all their filters. */
export type Kind = Pick<RevisedPost, 'type' | 'property' | 'bedroom' | 'furnishing'>

export class Catalogs {
  readonly kinds = new Catalog<Kind, Kind>(
    ({ type, property, bedroom, furnishing }) => `${type} ${property} ${bedroom} ${furnishing}`,
    (kind) => kind,
  )
  readonly places = new Places()

  rowOf(post: SearchedPost): Values {
    const { type, property, bedroom, furnishing = null, city } = post
    const [id0, id1, id2] = wordsOfId(post.id)
    // Field by field: see `readListing`.
    return {
      id0,
      id1,
      id2,
      rev: post.rev,
      price: post.price,
      createdAt: Date.parse(post.createdAt),
      size: post.size ?? NO_SIZE,
      lng: toUnits(Number(post.longitude)),
      lat: toUnits(Number(post.latitude)),
      kind: this.kinds.numberOf({ type, property, bedroom, furnishing }),
      place: this.places.catalog.numberOf({ city, locality: localityOf(post.address, city) }),
    }
  }
}

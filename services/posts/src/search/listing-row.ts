import type { Complete } from '@aangan/contracts/complete'
import type { RevisedPost } from '@aangan/contracts/posts'
import { NO_VALUE, type Values } from './block.ts'
import { Catalog } from './catalog.ts'
import { wordsOfId } from './id-words.ts'
import { cityOf, localityOf } from './locality.ts'
import { pinOf } from './pins.ts'
import { Places } from './places.ts'
import { toUnits } from './point.ts'

export type SearchedPost = Pick<
  RevisedPost,
  | ('id' | 'rev' | 'status' | 'createdAt' | 'price' | 'size' | 'address' | 'city' | 'latitude' | 'longitude')
  | ('type' | 'property' | 'bedroom')
> &
  // Absent from listings stored, and events published, before the field existed.
  Partial<Pick<RevisedPost, 'furnishing' | 'approximate'>>

/** Drops all other fields. Name by name: see `readListing`. */
export function searchedPost(post: SearchedPost): Complete<SearchedPost> {
  const { id, rev, status, createdAt, type, property, bedroom, furnishing } = post
  const { price, size, address, city, latitude, longitude, approximate } = post
  const kind = { type, property, bedroom, furnishing }
  return { id, rev, status, createdAt, ...kind, price, size, address, city, latitude, longitude, approximate }
}

/** Fields with few values, interned together so that one lookup tests all their filters. */
export const KIND_FIELDS = ['type', 'property', 'bedroom', 'furnishing'] as const
export type Kind = Pick<RevisedPost, (typeof KIND_FIELDS)[number]>

/** The column of kinds has 16 bits. */
const MAX_KINDS = 65_536

export class Catalogs {
  readonly kinds = new Catalog<Partial<Kind>, Kind>(keyOfKind, toKind, MAX_KINDS)
  readonly places = new Places()

  rowOf(post: SearchedPost): Values {
    const city = cityOf(post.city)
    const [id0, id1, id2] = wordsOfId(post.id)
    // Field by field: see `readListing`.
    return {
      id0,
      id1,
      id2,
      rev: post.rev,
      price: post.price,
      createdAt: Date.parse(post.createdAt),
      size: post.size ?? NO_VALUE,
      lng: toUnits(Number(post.longitude)),
      lat: toUnits(Number(post.latitude)),
      approximate: post.approximate ? 1 : 0,
      kind: this.kinds.numberOf(post),
      place: this.places.numberOf({ city, locality: localityOf(post.address, city), pin: pinOf(post.address) }),
    }
  }
}

function keyOfKind(kind: Partial<Kind>): string {
  return KIND_FIELDS.map((name) => kind[name] ?? null).join(' ')
}

function toKind(kind: Partial<Kind>): Kind {
  return Object.fromEntries(KIND_FIELDS.map((name) => [name, kind[name] ?? null])) as Kind
}

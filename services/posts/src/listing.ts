import { hash } from 'node:crypto'
import { cityKey } from '@aangan/contracts/cities'
import type { Complete } from '@aangan/contracts/complete'
import { isId } from '@aangan/contracts/ids'
import { isDrawing } from '@aangan/contracts/media'
import * as terms from '@aangan/contracts/post-constants'
import type * as contract from '@aangan/contracts/posts'
import type { PublicUser } from '@aangan/contracts/users'
import { refuse } from '@aangan/service-kit/query'
import { choice, degrees, integer, line, optional, text } from './checks.ts'
import { description, readDescription } from './description.ts'
import { checkGivenPictures, type Pictures } from './listing-pictures.ts'

/** The fields that the owner fills in. */
export type ListingFacts = Complete<
  Omit<contract.Post, 'id' | 'userId' | 'img' | 'status' | 'createdAt' | 'approximate'> &
    Omit<contract.PostDetail, 'size'>
>

/** Present in every stored listing. */
type Said =
  | ('title' | 'price' | 'images' | 'type' | 'property' | 'bedroom' | 'bathroom' | 'desc')
  | ('address' | 'city' | 'latitude' | 'longitude')

/** Optional in the store: a listing may predate the field, and nulls are not stored. */
type Unsaid = Exclude<keyof ListingFacts, Said> | 'approximate'

/** What somebody says of a home; an absent field is not stated. */
export type GivenFacts = Omit<Pick<ListingFacts, Said>, 'desc'> & Partial<Omit<ListingFacts, Exclude<Said, 'desc'>>>

export interface StoredListing extends Omit<ListingDoc, Unsaid | 'owner'>, Partial<Pick<ListingDoc, Unsaid>> {
  /** Without the id, which is `userId`; releases before migration 7 stored it too. */
  owner: (Omit<PublicUser, 'id'> & Partial<PublicUser>) | null
}

/**
 * Fills in absent fields. Field by field: each spread object gets its own hidden class, outside V8's young generation,
 * which took most of the memory of a search.
 */
export function readListing(stored: StoredListing): Complete<ListingDoc> {
  const { userId, owner, images, alts = [] } = stored
  return {
    _id: stored._id,
    userId,
    status: stored.status,
    createdAt: stored.createdAt,
    rev: stored.rev,
    source: stored.source,
    ownerRev: stored.ownerRev,
    owner: owner && { id: userId, username: owner.username, avatar: owner.avatar },
    title: stored.title,
    price: stored.price,
    images,
    type: stored.type,
    property: stored.property,
    bedroom: stored.bedroom,
    bathroom: stored.bathroom,
    desc: stored.desc,
    address: stored.address,
    city: stored.city,
    latitude: stored.latitude,
    longitude: stored.longitude,
    alts: images.map((_, at) => alts[at] ?? ''),
    utilities: stored.utilities ?? null,
    pet: stored.pet ?? null,
    income: stored.income ?? null,
    size: stored.size ?? null,
    furnishing: stored.furnishing ?? null,
    school: stored.school ?? null,
    bus: stored.bus ?? null,
    restaurant: stored.restaurant ?? null,
    approximate: stored.approximate ?? null,
  }
}

/** Omits nulls and empty alts: saves a sixth of the store at a million listings. */
export function storedListing({ alts, owner, source, ...facts }: ListingDoc): StoredListing {
  const stored: Record<string, unknown> = {}
  // Spreading what Object.fromEntries returns took five times as long.
  for (const name in facts) {
    const value = facts[name as keyof typeof facts]
    if (value !== null) stored[name] = value
  }
  if (alts.some((alt) => alt !== '')) stored.alts = alts
  stored.owner = owner && { username: owner.username, avatar: owner.avatar }
  stored.source = source
  return stored as unknown as StoredListing
}

export function toPost(listing: ListingDoc): Complete<contract.Post> {
  const { _id, userId, title, price, images, address, city, bedroom, bathroom, size, furnishing } = listing
  const { latitude, longitude, type, property, status, createdAt, alts } = listing
  const approximate = listing.approximate === true
  const facts = { title, price, images, img: images[0] ?? null, alts, address, city, bedroom, bathroom, size }
  return { id: _id, userId, ...facts, furnishing, latitude, longitude, approximate, type, property, status, createdAt }
}

/** Field by field: see `readListing`. */
export function addedPost(listing: ListingDoc): Complete<contract.AddedPost> {
  return {
    id: listing._id,
    rev: listing.rev,
    status: listing.status,
    createdAt: listing.createdAt,
    type: listing.type,
    property: listing.property,
    price: listing.price,
    images: listing.images.filter((url) => !isDrawing(url)),
    address: listing.address,
    city: listing.city,
    bedroom: listing.bedroom,
    bathroom: listing.bathroom,
    size: listing.size,
    furnishing: listing.furnishing,
    latitude: listing.latitude,
    longitude: listing.longitude,
    approximate: listing.approximate === true,
  }
}

export function toDetail(listing: ListingDoc): Complete<contract.PostDetail> {
  const { desc, utilities, pet, income, size, school, bus, restaurant } = listing
  return { desc: readDescription(desc), utilities, pet, income, size, school, bus, restaurant }
}

export interface ListingDoc extends ListingFacts {
  _id: string
  userId: string
  status: terms.PostStatus
  createdAt: string
  rev: number
  /** 'import' or 'demo' if a command created it; null if a person did. */
  source: string | null
  /** True if the coordinates are only the centre of the locality or the city. */
  approximate: true | null
  /** Copy of the owner's profile, null until it arrives; `ownerRev` is the `rev` of the event it came with. */
  owner: PublicUser | null
  ownerRev: number
}

export type Owner = PublicUser & { rev?: number }

export interface Origin {
  id: string
  /** The id alone if the profile is not at hand. */
  owner: Owner | string
  now: Date
  source?: string
  /** The coordinates are only the centre of the locality or the city. */
  approximate?: boolean
}

const ROOMS = { min: 0, max: terms.MAX_ROOMS }
const LIMITS = terms.LISTING_LIMITS
const METRES = { min: 0, max: LIMITS.metres }

/**
 * Field by field: see `readListing`.
 *
 * @throws BAD_REQUEST naming the first invalid field, its value and what is allowed
 */
export function newListing(facts: GivenFacts, { id, owner, now, source, approximate }: Origin): Complete<ListingDoc> {
  if (!isId(id)) refuse('id', id, '24 lower-case hex digits')
  const { userId, owner: known, ownerRev } = ownerOf(owner)
  const checked = checkFacts(facts)
  return {
    _id: id,
    userId,
    owner: known,
    ownerRev,
    title: checked.title,
    price: checked.price,
    images: checked.images,
    alts: checked.alts,
    type: checked.type,
    property: checked.property,
    bedroom: checked.bedroom,
    bathroom: checked.bathroom,
    furnishing: checked.furnishing,
    city: checked.city,
    address: checked.address,
    latitude: checked.latitude,
    longitude: checked.longitude,
    desc: checked.desc,
    utilities: checked.utilities,
    pet: checked.pet,
    income: checked.income,
    size: checked.size,
    school: checked.school,
    bus: checked.bus,
    restaurant: checked.restaurant,
    status: 'live',
    createdAt: now.toISOString(),
    rev: 1,
    source: source ?? null,
    approximate: approximate ? true : null,
  }
}

/**
 * Validates the result like a new listing, but may keep pictures beyond later limits, and the description. Throws
 * BAD_REQUEST, as `newListing` does.
 */
export function changedListing(
  current: ListingDoc,
  { postData, postDetail, ...change }: contract.PostChange,
): ListingDoc {
  const { status = current.status } = change
  const facts = { ...current, alts: keptAlts(current, postData?.images), ...postData, ...postDetail }
  const checked = checkFacts(facts, current)
  return { ...current, ...checked, status, approximate: isMoved(current, checked) ? null : current.approximate }
}

/** Whoever places the home on the map knows where it is. */
function isMoved(from: ListingDoc, to: ListingFacts): boolean {
  return from.latitude !== to.latitude || from.longitude !== to.longitude
}

/** Keeps the alt texts of pictures that were reordered or removed. */
function keptAlts({ images, alts }: ListingDoc, wanted: string[] = images): string[] {
  const known = new Map(images.map((url, at) => [url, alts[at]]))
  return wanted.map((url) => known.get(url) ?? '')
}

/** Deterministic, so that importing a row twice is idempotent. */
export function listingIdOf(key: string): string {
  return hash('sha256', key).slice(0, 24)
}

function ownerOf(owner: Origin['owner']): Pick<ListingDoc, 'userId' | 'owner' | 'ownerRev'> {
  const userId = typeof owner === 'string' ? owner : owner.id
  if (!isId(userId)) refuse('userId', userId, '24 lower-case hex digits')
  if (typeof owner === 'string') return { userId, owner: null, ownerRev: 0 }
  const { id, username, avatar, rev = 0 } = owner
  return { userId, owner: { id, username, avatar }, ownerRev: rev }
}

/** What a change may keep although it would be refused today. */
type Before = Pictures & Pick<ListingFacts, 'desc'>

function checkFacts(facts: GivenFacts, before: Before = { images: [], alts: [], desc: '' }): ListingFacts {
  return {
    title: line('title', facts.title, { min: 1, max: LIMITS.title }),
    price: integer('price', facts.price, { min: 1, max: terms.MAX_PRICE }),
    ...checkGivenPictures(facts, before),
    type: choice('type', facts.type, terms.POST_TYPES),
    property: choice('property', facts.property, terms.PROPERTIES),
    bedroom: integer('bedroom', facts.bedroom, ROOMS),
    bathroom: integer('bathroom', facts.bathroom, ROOMS),
    furnishing: furnishing(facts),
    ...place(facts),
    ...detail(facts, before.desc),
  }
}

function furnishing({ property, furnishing: given }: GivenFacts): ListingFacts['furnishing'] {
  const said = optional(given, (value) => choice('furnishing', value, terms.FURNISHINGS))
  return property === 'land' ? null : said
}

function place(facts: GivenFacts): Pick<ListingFacts, 'address' | 'city' | 'latitude' | 'longitude'> {
  const city = line('city', facts.city, { min: 1, max: LIMITS.city })
  if (cityKey(city) === '') refuse('city', facts.city, 'the name of a city, in letters')
  return {
    city,
    address: line('address', facts.address, { min: 1, max: LIMITS.address }),
    latitude: degrees('latitude', facts.latitude, 90),
    longitude: degrees('longitude', facts.longitude, 180),
  }
}

function detail(facts: GivenFacts, before: string): Complete<contract.PostDetail> {
  return {
    desc: facts.desc === before ? before : description(facts.desc ?? ''),
    utilities: optional(facts.utilities, (value) => choice('utilities', value, terms.UTILITIES)),
    pet: optional(facts.pet, (value) => choice('pet', value, terms.PETS)),
    income: optional(facts.income, (value) => text('income', value, { min: 0, max: LIMITS.income })),
    size: optional(facts.size, (value) => integer('size', value, { min: 0, max: LIMITS.size })),
    school: optional(facts.school, (value) => integer('school', value, METRES)),
    bus: optional(facts.bus, (value) => integer('bus', value, METRES)),
    restaurant: optional(facts.restaurant, (value) => integer('restaurant', value, METRES)),
  }
}

import { createHash } from 'node:crypto'
import { cityKey } from '@aangan/contracts/cities'
import type { Complete } from '@aangan/contracts/complete'
import { isId } from '@aangan/contracts/ids'
import * as terms from '@aangan/contracts/post-constants'
import type * as contract from '@aangan/contracts/posts'
import type { PublicUser } from '@aangan/contracts/users'
import { refuse } from '@aangan/service-kit/query'
import { choice, degrees, integer, optional, text } from './checks.ts'
import { cleanHtml } from './html.ts'

/** All that its owner says of a listing. */
export type ListingFacts = Complete<
  Omit<contract.Post, 'id' | 'userId' | 'img' | 'status' | 'createdAt'> & Omit<contract.PostDetail, 'size'>
>

/** The facts that every stored listing says. */
type Said =
  | ('title' | 'price' | 'images' | 'type' | 'property' | 'bedroom' | 'bathroom' | 'desc')
  | ('address' | 'city' | 'latitude' | 'longitude')

/** The others: a stored listing may be older than they are, and leaves out what its owner did not say. */
type Unsaid = Exclude<keyof ListingFacts, Said>

/** A listing as it is stored. */
export interface StoredListing extends Omit<ListingDoc, Unsaid | 'owner'>, Partial<Pick<ListingDoc, Unsaid>> {
  /** Without the id, which is `userId`: releases before migration 7 stored it, too. */
  owner: (Omit<PublicUser, 'id'> & Partial<PublicUser>) | null
}

/**
 * A listing with all that listings say today, whenever it was stored. Field by field: what is copied with `...` gets a
 * hidden class of its own, outside of what V8 collects quickly. That took most of the memory of a search.
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
  }
}

/** Leaves out what its owner did not say: with a million listings, a sixth of the store. */
export function storedListing({ alts, owner, source, ...facts }: ListingDoc): StoredListing {
  const said = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null))
  return {
    ...(said as Omit<StoredListing, 'owner' | 'source'>),
    ...(alts.some((alt) => alt !== '') && { alts }),
    owner: owner && { username: owner.username, avatar: owner.avatar },
    source,
  }
}

/** A listing. */
export interface ListingDoc extends ListingFacts {
  _id: string
  userId: string
  status: terms.PostStatus
  createdAt: string
  /** Grows with every change of the listing. */
  rev: number
  /** 'import' or 'demo' for one that a command brought; null for one that a person wrote. */
  source: string | null
  /** Our own copy of what users says of the owner, null until it arrives, and the `rev` of the event it came with. */
  owner: PublicUser | null
  ownerRev: number
}

/** An owner as users has them, with the `rev` of that where it is known. */
export type Owner = PublicUser & { rev?: number }

export interface Origin {
  id: string
  /** The owner, or the owner's id alone where no copy is at hand. */
  owner: Owner | string
  now: Date
  /** The command that brings it. */
  source?: string
}

const ROOMS = { min: 0, max: terms.MAX_ROOMS }
const LIMITS = terms.LISTING_LIMITS
const METRES = { min: 0, max: LIMITS.metres }

/**
 * Builds the document of a new listing from what its owner says: for demo data, import and `POST /posts` alike.
 * @throws BAD_REQUEST naming the first field that is wrong, what it is and what it may be.
 */
export function newListing(facts: ListingFacts, { id, owner, now, source }: Origin): Complete<ListingDoc> {
  if (!isId(id)) refuse('id', id, '24 lower-case hex digits')
  const checked = checkFacts(facts)
  return {
    _id: id,
    ...ownerOf(owner),
    ...checked,
    status: 'live',
    createdAt: now.toISOString(),
    rev: 1,
    source: source ?? null,
  }
}

/** What the body of `POST /posts` says; what its owner left out is null. */
export function factsOf({ postData, postDetail }: contract.PostBody): ListingFacts {
  const { desc = '', utilities = null, pet = null, income = null, size = null } = postDetail
  const { school = null, bus = null, restaurant = null } = postDetail
  const { alts = [], furnishing = null } = postData
  return { ...postData, alts, furnishing, desc, utilities, pet, income, size, school, bus, restaurant }
}

/**
 * The listing as its owner changes it; everything is checked as for a new one.
 * @throws BAD_REQUEST naming the first field that is wrong, what it is and what it may be.
 */
export function changedListing(
  current: ListingDoc,
  { postData, postDetail, ...change }: contract.PostChange,
): ListingDoc {
  const { status = current.status } = change
  const checked = checkFacts({ ...current, alts: keptAlts(current, postData?.images), ...postData, ...postDetail })
  return { ...current, ...checked, status }
}

/** The texts of pictures in a new order, or of some of them. */
function keptAlts({ images, alts }: ListingDoc, wanted: string[] = images): string[] {
  const known = new Map(images.map((url, at) => [url, alts[at]]))
  return wanted.map((url) => known.get(url) ?? '')
}

/** The id of the listing that an import makes from a row's key: the same each time, so that nothing comes in twice. */
export function listingIdOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 24)
}

function ownerOf(owner: Origin['owner']): Pick<ListingDoc, 'userId' | 'owner' | 'ownerRev'> {
  const userId = typeof owner === 'string' ? owner : owner.id
  if (!isId(userId)) refuse('userId', userId, '24 lower-case hex digits')
  if (typeof owner === 'string') return { userId, owner: null, ownerRev: 0 }
  const { id, username, avatar, rev = 0 } = owner
  return { userId, owner: { id, username, avatar }, ownerRev: rev }
}

function checkFacts(facts: ListingFacts): ListingFacts {
  return {
    title: text('title', facts.title, { min: 1, max: LIMITS.title }),
    price: integer('price', facts.price, { min: 1, max: terms.MAX_PRICE }),
    images: images(facts.images),
    alts: alts(facts),
    type: choice('type', facts.type, terms.POST_TYPES),
    property: choice('property', facts.property, terms.PROPERTIES),
    bedroom: integer('bedroom', facts.bedroom, ROOMS),
    bathroom: integer('bathroom', facts.bathroom, ROOMS),
    furnishing: furnishing(facts),
    ...place(facts),
    ...detail(facts),
  }
}

/** A plot has none, whatever is said of it: nor does a home that becomes one. */
function furnishing({ property, furnishing: given }: ListingFacts): ListingFacts['furnishing'] {
  const said = optional(given, (value) => choice('furnishing', value, terms.FURNISHINGS))
  return property === 'land' ? null : said
}

function place(facts: ListingFacts): Pick<ListingFacts, 'address' | 'city' | 'latitude' | 'longitude'> {
  const city = text('city', facts.city, { min: 1, max: LIMITS.city }).replace(/\s+/g, ' ')
  if (cityKey(city) === '') refuse('city', facts.city, 'the name of a city, in letters')
  return {
    city,
    address: text('address', facts.address, { min: 1, max: LIMITS.address }),
    latitude: degrees('latitude', facts.latitude, 90),
    longitude: degrees('longitude', facts.longitude, 180),
  }
}

function detail(facts: ListingFacts): Complete<contract.PostDetail> {
  return {
    desc: cleanHtml(text('desc', facts.desc, { min: 0, max: LIMITS.desc })),
    utilities: optional(facts.utilities, (value) => choice('utilities', value, terms.UTILITIES)),
    pet: optional(facts.pet, (value) => choice('pet', value, terms.PETS)),
    income: optional(facts.income, (value) => text('income', value, { min: 0, max: LIMITS.income })),
    size: optional(facts.size, (value) => integer('size', value, { min: 0, max: LIMITS.size })),
    school: optional(facts.school, (value) => integer('school', value, METRES)),
    bus: optional(facts.bus, (value) => integer('bus', value, METRES)),
    restaurant: optional(facts.restaurant, (value) => integer('restaurant', value, METRES)),
  }
}

/** Pictures are our own (`/media/…`) or served over https: a page of ours loads nothing less. */
function images(given: unknown): string[] {
  if (!Array.isArray(given) || given.length > LIMITS.images)
    refuse('images', given, `a list of at most ${LIMITS.images}`)
  return given.map((value, at) => {
    const url = text(`images.${at}`, value, { min: 1, max: 2_000 })
    if (!/^\/media(\/(?!\.{1,2}(\/|$))[\w.-]+)+$/.test(url) && !isHttps(url)) {
      refuse(`images.${at}`, value, 'an address of /media or https')
    }
    return url
  })
}

function alts({ alts: given, images: { length } }: ListingFacts): string[] {
  if (!Array.isArray(given) || (given.length > 0 && given.length !== length))
    refuse('alts', given, `a list as long as images, ${length}`)
  const limits = { min: 0, max: LIMITS.alt }
  return Array.from({ length }, (_, at) => text(`alts.${at}`, given[at] ?? '', limits))
}

function isHttps(url: string): boolean {
  if (!/^https:\/\/\S+$/.test(url) || !URL.canParse(url)) return false
  const { username, password } = new URL(url)
  return username === '' && password === ''
}

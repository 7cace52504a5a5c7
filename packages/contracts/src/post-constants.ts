export const POST_TYPES = ['buy', 'rent'] as const
export const PROPERTIES = ['apartment', 'house', 'condo', 'land'] as const
export const UTILITIES = ['owner', 'tenant', 'shared'] as const
export const PETS = ['allowed', 'not-allowed'] as const
export const FURNISHINGS = ['furnished', 'semi-furnished', 'unfurnished'] as const
export const SORTS = ['newest', 'price_asc', 'price_desc'] as const

/**
 * Searches find `live` listings. A `taken` one, sold or let, keeps its page for anyone who has the URL; only the owner
 * sees an `unpublished` one.
 */
export const POST_STATUSES = ['live', 'taken', 'unpublished'] as const

export type PostStatus = (typeof POST_STATUSES)[number]
export type PostType = (typeof POST_TYPES)[number]
export type Property = (typeof PROPERTIES)[number]
export type Furnishing = (typeof FURNISHINGS)[number]
export type Sort = (typeof SORTS)[number]

/** Default and maximum `limit` of `GET /posts`. */
export const PAGE_SIZE = 60
export const MAX_PAGE_SIZE = 500

/** `X-Total-Count` of users is exact up to here; beyond, it reads `10000+`. For listings it is always exact. */
export const COUNT_LIMIT = 10_000

/** Whole rupees. */
export const MAX_PRICE = 1_000_000_000_000
export const MAX_ROOMS = 100

/**
 * Maximum characters of texts (`desc` as read, `descHtml` with tags and escapes, `alt` one picture's, `url` one
 * picture's address, `pictures` all alts and addresses, which every card brings along), square feet, metres to nearby
 * places, and pictures.
 */
export const LISTING_LIMITS = {
  title: 200,
  address: 300,
  city: 100,
  desc: 20_000,
  descHtml: 100_000,
  income: 300,
  size: 1_000_000_000,
  metres: 1_000_000,
  images: 50,
  alt: 200,
  url: 500,
  pictures: 16_000,
} as const

/** Shown while the owner's name is unavailable; not a valid username, since it has a space. */
export const UNKNOWN_OWNER = 'Private owner'

/** Maximum items per `GET /posts/map` response, at any zoom. */
export const MAX_MAP_ITEMS = 300

export const REPORT_REASONS = ['sold', 'wrong-facts', 'wrong-place', 'fraud', 'offensive', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]
export const MAX_REPORT_TEXT = 1_000

/** `POST /users/save` returns this if the listing is saved now; any other message means that it is not. */
export const SAVED_MESSAGE = 'Post saved'
export const UNSAVED_MESSAGE = 'Post removed from saved list'

/** Clients of the specification may compare it: no full stop. */
export const POST_NOT_FOUND = 'Post not found'

/** Words of the searched text that mean nothing known, URI-encoded: the results are those of a search without them. */
export const LEFT_OUT_HEADER = 'x-left-out'

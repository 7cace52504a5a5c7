export const POST_TYPES = ['buy', 'rent'] as const
export const PROPERTIES = ['apartment', 'house', 'condo', 'land'] as const
export const UTILITIES = ['owner', 'tenant', 'shared'] as const
export const PETS = ['allowed', 'not-allowed'] as const
export const FURNISHINGS = ['furnished', 'semi-furnished', 'unfurnished'] as const
export const SORTS = ['newest', 'price_asc', 'price_desc'] as const

/**
 * `live` listings are found by searches. A `taken` one, sold or let, keeps its page for whoever has its address; an
 * `unpublished` one is its owner's alone.
 */
export const POST_STATUSES = ['live', 'taken', 'unpublished'] as const

export type PostStatus = (typeof POST_STATUSES)[number]
export type PostType = (typeof POST_TYPES)[number]
export type Property = (typeof PROPERTIES)[number]
export type Furnishing = (typeof FURNISHINGS)[number]
export type Sort = (typeof SORTS)[number]

/** A page of `GET /posts` unless `limit` says otherwise, and the most that `limit` may ask for. */
export const PAGE_SIZE = 60
export const MAX_PAGE_SIZE = 500

/** `X-Total-Count` of people is exact up to here; beyond, it reads `10000+`. That of listings is always exact. */
export const COUNT_LIMIT = 10_000

/** The most that a price may be, in whole rupees, and the most rooms of a kind. */
export const MAX_PRICE = 1_000_000_000_000
export const MAX_ROOMS = 100

/** The most characters of a listing's texts (`desc` is HTML), square feet, metres to what is near, pictures, and the text of one. */
export const LISTING_LIMITS = {
  title: 200,
  address: 300,
  city: 100,
  desc: 20_000,
  income: 300,
  size: 1_000_000_000,
  metres: 1_000_000,
  images: 50,
  alt: 200,
} as const

/** What the rich text of a description may hold; everything else is cut out, wherever it is written or shown. */
export const RICH_TEXT = {
  tags: [
    'p',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    'ins',
    's',
    'del',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'blockquote',
    'a',
  ],
  attributes: { a: ['href', 'rel'] },
  schemes: ['https', 'http', 'mailto', 'tel'],
} as const

/** What stands in for the owner's name while it cannot be had; no username, since it has a space. */
export const UNKNOWN_OWNER = 'Private owner'

/** The most that one answer of `GET /posts/map` holds, at any zoom. */
export const MAX_MAP_ITEMS = 300

export const REPORT_REASONS = ['sold', 'wrong-facts', 'wrong-place', 'fraud', 'offensive', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]
export const MAX_REPORT_TEXT = 1_000

/** What `POST /users/save` answers where the listing is saved now; any other message says that it no longer is. */
export const SAVED_MESSAGE = 'Post saved'

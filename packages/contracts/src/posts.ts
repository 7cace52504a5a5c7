import { type Static, Type } from 'typebox'
import { Id } from './ids.ts'
import { PublicUser } from './users.ts'

export const POST_TYPES = ['buy', 'rent'] as const
export const PROPERTIES = ['apartment', 'house', 'condo', 'land'] as const
export const UTILITIES = ['owner', 'tenant', 'shared'] as const
export const PETS = ['allowed', 'not-allowed'] as const
export const SORTS = ['newest', 'price_asc', 'price_desc'] as const

export type PostType = (typeof POST_TYPES)[number]
export type Property = (typeof PROPERTIES)[number]
export type Sort = (typeof SORTS)[number]

/** A page of `GET /posts` unless `limit` says otherwise, and the most that `limit` may ask for. */
export const PAGE_SIZE = 60
export const MAX_PAGE_SIZE = 500

/** `X-Total-Count` is exact up to here; beyond, it reads `10000+`. */
export const COUNT_LIMIT = 10_000

/** The most that a price may be, in whole rupees, and the most rooms of a kind. */
export const MAX_PRICE = 1_000_000_000_000
export const MAX_ROOMS = 100

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

/** A listing as lists and cards show it. Prices are whole rupees, sizes square feet, distances metres. */
export const Post = Type.Object({
  id: Id,
  userId: Id,
  title: Type.String(),
  price: Type.Integer(),
  images: Type.Array(Type.String()),
  img: Type.Union([Type.String(), Type.Null()]),
  address: Type.String(),
  city: Type.String(),
  bedroom: Type.Integer(),
  bathroom: Type.Integer(),
  /** Square feet, on the card's line of facts; null where the owner gave none. */
  size: Type.Union([Type.Integer(), Type.Null()]),
  latitude: Type.String(),
  longitude: Type.String(),
  type: Type.Enum(POST_TYPES),
  property: Type.Enum(PROPERTIES),
  createdAt: Type.String({ format: 'date-time' }),
})
export type Post = Static<typeof Post>

export const PostDetail = Type.Object({
  /** Rich text: HTML, already cut down to the allow-list; sanitised once more before it is shown. */
  desc: Type.String(),
  utilities: Type.Union([Type.Enum(UTILITIES), Type.Null()]),
  pet: Type.Union([Type.Enum(PETS), Type.Null()]),
  income: Type.Union([Type.String(), Type.Null()]),
  size: Type.Union([Type.Integer(), Type.Null()]),
  school: Type.Union([Type.Integer(), Type.Null()]),
  bus: Type.Union([Type.Integer(), Type.Null()]),
  restaurant: Type.Union([Type.Integer(), Type.Null()]),
})
export type PostDetail = Static<typeof PostDetail>

/** The answer of `GET /posts/{id}`. */
export const PostWithDetail = Type.Object({
  ...Post.properties,
  postDetail: PostDetail,
  user: PublicUser,
  isSaved: Type.Boolean(),
})
export type PostWithDetail = Static<typeof PostWithDetail>

/**
 * The parameters of `GET /posts`, as text: an empty value, `any`, `0` as a bound and an unknown name are no filter
 * (DESIGN's wire contract), so the schema only names them and `rules.ts` of posts reads them.
 */
export const PostsQuery = Type.Object({
  type: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  property: Type.Optional(Type.String()),
  minPrice: Type.Optional(Type.String()),
  maxPrice: Type.Optional(Type.String()),
  bedroom: Type.Optional(Type.String()),
  sort: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
})
export type PostsQuery = Static<typeof PostsQuery>

/** The answer of `GET /posts/cities`: the cities that have listings, the fullest first. */
export const CityCount = Type.Object({ city: Type.String(), count: Type.Integer() })
export type CityCount = Static<typeof CityCount>

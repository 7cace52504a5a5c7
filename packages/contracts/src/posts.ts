import { type Static, type TSchema, Type } from 'typebox'
import { Id } from './id-schema.ts'
import {
  FURNISHINGS,
  MAX_REPORT_TEXT,
  PETS,
  POST_STATUSES,
  POST_TYPES,
  PROPERTIES,
  REPORT_REASONS,
  UTILITIES,
} from './post-constants.ts'
import { FILTER_NAMES, type FilterName } from './post-filters.ts'
import { PublicUser } from './users.ts'

/** A listing as lists and cards show it. Prices are whole rupees, sizes square feet, distances metres. */
export const Post = Type.Object({
  id: Id,
  userId: Id,
  title: Type.String(),
  price: Type.Integer(),
  images: Type.Array(Type.String()),
  img: Type.Union([Type.String(), Type.Null()]),
  /** What the owner says each of `images` shows, in the same order; empty where nothing was said. */
  alts: Type.Array(Type.String()),
  address: Type.String(),
  city: Type.String(),
  bedroom: Type.Integer(),
  bathroom: Type.Integer(),
  /** Square feet, on the card's line of facts; null where the owner gave none. */
  size: Type.Union([Type.Integer(), Type.Null()]),
  /** Null where the owner did not say, and of land. */
  furnishing: Type.Union([Type.Enum(FURNISHINGS), Type.Null()]),
  latitude: Type.String(),
  longitude: Type.String(),
  type: Type.Enum(POST_TYPES),
  property: Type.Enum(PROPERTIES),
  status: Type.Enum(POST_STATUSES),
  createdAt: Type.String({ format: 'date-time' }),
})
export type Post = Static<typeof Post>

/** A listing with the number that grows with every change of it. */
export type RevisedPost = Post & { rev: number }

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

/** One of the lists of `GET /users/profilePosts`. */
export const OwnPost = Type.Object({
  ...Post.properties,
  postDetail: PostDetail,
  /** How often it was looked at; of one's own listings alone. */
  views: Type.Optional(Type.Integer()),
})
export type OwnPost = Static<typeof OwnPost>

/** The answer of `GET /users/profilePosts`: what somebody published and what they saved, the latest first. */
export const ProfilePosts = Type.Object({ userPosts: Type.Array(OwnPost), savedPosts: Type.Array(OwnPost) })
export type ProfilePosts = Static<typeof ProfilePosts>

/** The answer of `GET /posts/{id}`. */
export const PostWithDetail = Type.Object({
  ...Post.properties,
  postDetail: PostDetail,
  user: PublicUser,
  isSaved: Type.Boolean(),
  /** Grows with every change of the listing. */
  rev: Type.Integer(),
})
export type PostWithDetail = Static<typeof PostWithDetail>

/**
 * The parameters of `GET /posts`, as text. An empty value, `any`, `0` as a bound and an unknown name are no filter, so
 * the schema only names them and `rules.ts` of posts reads them. Those that filter are in post-filters.
 */
export const PostsQuery = Type.Object({
  ...filterParameters(),
  /** An area of the map, in degrees: west,south,east,north; west may be greater than east across the date line. */
  bbox: Type.Optional(Type.String()),
  sort: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
})
export type PostsQuery = Static<typeof PostsQuery>

/** The parameters of `GET /posts/map`, as text like those of `GET /posts`; `bbox` and `zoom` must be there. */
export const MapQuery = Type.Object({
  ...Type.Omit(PostsQuery, ['sort', 'limit', 'after']).properties,
  /** The map's own zoom, 0 (the world in 256 pixels) to 22; fractions are allowed. */
  zoom: Type.Optional(Type.String()),
})
export type MapQuery = Static<typeof MapQuery>

/** Listings that stand too close to be told apart at this zoom; a `bbox` of a single point can only be listed. */
const MapCluster = Type.Object({
  kind: Type.Literal('cluster'),
  count: Type.Integer(),
  /** Degrees, as numbers. */
  latitude: Type.Number(),
  longitude: Type.Number(),
  /** West, south, east, north of what the cluster holds: where a map goes that opens it. */
  bbox: Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]),
})

const MapListing = Type.Object({ kind: Type.Literal('listing'), ...Post.properties })

/** The answer of `GET /posts/map` is a list of these, at most MAX_MAP_ITEMS. */
export const MapItem = Type.Union([MapCluster, MapListing])
export type MapItem = Static<typeof MapItem>

/** The parameters of `GET /posts/places`: what someone has typed so far. */
export const PlacesQuery = Type.Object({ q: Type.Optional(Type.String()), limit: Type.Optional(Type.String()) })
export type PlacesQuery = Static<typeof PlacesQuery>

/** A place that has listings: the answer of `GET /posts/places` is a list of these, the likeliest first. */
export const Place = Type.Object({
  /** What `city` of a search may be: 'Pune', or 'Kothrud, Pune'. */
  place: Type.String(),
  city: Type.String(),
  /** Null for a whole city. */
  locality: Type.Union([Type.String(), Type.Null()]),
  count: Type.Integer(),
  /** Another name of the same place that was typed: 'Poona'; null where it is the one shown. */
  alias: Type.Union([Type.String(), Type.Null()]),
})
export type Place = Static<typeof Place>

/** One of the answer of `GET /posts/{id}/similar`: homes of the kind for about as much, the nearest first. */
export const SimilarPost = Type.Object({ ...Post.properties, distance: Type.Integer({ description: 'in metres' }) })
export type SimilarPost = Static<typeof SimilarPost>

const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

/** What a card shows, as its owner gives it. `images` are addresses of /media or https. */
const PostData = Type.Object(
  {
    title: Type.String(),
    price: Type.Integer(),
    address: Type.String(),
    city: Type.String(),
    bedroom: Type.Integer(),
    bathroom: Type.Integer(),
    type: Type.Enum(POST_TYPES),
    property: Type.Enum(PROPERTIES),
    /** Degrees as decimal text. */
    latitude: Type.String(),
    longitude: Type.String(),
    images: Type.Array(Type.String()),
    /** As many as `images`. Without it each picture keeps the text that it has. */
    alts: Type.Optional(Type.Array(Type.String())),
    /** Of land nothing is kept. */
    furnishing: orNull(Type.Enum(FURNISHINGS)),
  },
  { additionalProperties: false },
)

/** The rest, all of which an owner may leave out. */
const PostDetailData = Type.Object(
  {
    desc: Type.Optional(Type.String()),
    utilities: orNull(Type.Enum(UTILITIES)),
    pet: orNull(Type.Enum(PETS)),
    income: orNull(Type.String()),
    size: orNull(Type.Integer()),
    school: orNull(Type.Integer()),
    bus: orNull(Type.Integer()),
    restaurant: orNull(Type.Integer()),
  },
  { additionalProperties: false },
)

/** The body of `POST /posts`. Lengths and bounds are those of `newListing` of posts. */
export const PostBody = Type.Object({ postData: PostData, postDetail: PostDetailData }, { additionalProperties: false })
export type PostBody = Static<typeof PostBody>

/** The body of `PUT /posts/{id}`: what is absent stays as it is. */
export const PostChange = Type.Object(
  {
    postData: Type.Optional(Type.Partial(PostData, { additionalProperties: false })),
    postDetail: Type.Optional(PostDetailData),
    status: Type.Optional(Type.Enum(POST_STATUSES)),
  },
  { additionalProperties: false },
)
export type PostChange = Static<typeof PostChange>

/** The answer of `GET /posts/{id}/views`, for its owner: days of the last 30 that had views, the first day first. */
export const Views = Type.Object({
  total: Type.Integer(),
  /** `day` as 2026-11-22, in UTC. */
  days: Type.Array(Type.Object({ day: Type.String(), count: Type.Integer() })),
})
export type Views = Static<typeof Views>

/** The body of `POST /posts/{id}/reports`; the answer is 201 `{message}`. */
export const ReportBody = Type.Object(
  {
    reason: Type.Enum(REPORT_REASONS),
    text: Type.Optional(Type.String({ maxLength: MAX_REPORT_TEXT })),
  },
  { additionalProperties: false },
)
export type ReportBody = Static<typeof ReportBody>

/** The answer of `GET /posts/cities`: the cities that have listings, the fullest first. */
export const CityCount = Type.Object({ city: Type.String(), count: Type.Integer() })
export type CityCount = Static<typeof CityCount>

function filterParameters() {
  const parameter = Type.Optional(Type.String())
  return Object.fromEntries(FILTER_NAMES.map((name) => [name, parameter])) as Record<FilterName, typeof parameter>
}

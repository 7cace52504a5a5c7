import { type Static, Type } from 'typebox'
import { ClientId } from './client-id.ts'
import { Id } from './id-schema.ts'
import { Nullable } from './nullable.ts'
import {
  FURNISHINGS,
  LISTING_LIMITS,
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

/** The facts of `Post` that owners may leave out. */
const CARD_FACTS = {
  /** Null if the owner did not say, and always for land. */
  furnishing: Nullable(Type.Enum(FURNISHINGS)),
}

/** A listing in lists and on cards. Prices are whole rupees, sizes square feet, distances metres. */
export const Post = Type.Object({
  id: Id,
  userId: Id,
  title: Type.String(),
  price: Type.Integer(),
  images: Type.Array(Type.String()),
  img: Nullable(Type.String()),
  /** Alt texts in the order of `images`; empty where the owner gave none. */
  alts: Type.Array(Type.String()),
  address: Type.String(),
  city: Type.String(),
  bedroom: Type.Integer(),
  bathroom: Type.Integer(),
  /** Square feet; null if the owner gave none. */
  size: Nullable(Type.Integer()),
  ...CARD_FACTS,
  latitude: Type.String(),
  longitude: Type.String(),
  /** The coordinates are only the centre of the locality or the city: the file that it came from had none. */
  approximate: Type.Boolean(),
  type: Type.Enum(POST_TYPES),
  property: Type.Enum(PROPERTIES),
  status: Type.Enum(POST_STATUSES),
  createdAt: Type.String({ format: 'date-time' }),
})
export type Post = Static<typeof Post>

/** A listing with its revision number, which increases with every change. */
export type RevisedPost = Post & { rev: number }

/** A listing in a bulk addition: what services select by. `images` omits our own drawings, which are most of its size. */
export type AddedPost = Omit<RevisedPost, 'userId' | 'title' | 'img' | 'alts'>

/** The facts that only a listing's own page shows. Owners may leave out each of them. */
export const PostDetail = Type.Object({
  /** Show it as HTML only if `isRichText`. */
  desc: Type.String({
    description: `HTML; at most ${LISTING_LIMITS.desc} characters of text, ${LISTING_LIMITS.descHtml} with tags`,
  }),
  utilities: Nullable(Type.Enum(UTILITIES)),
  pet: Nullable(Type.Enum(PETS)),
  income: Nullable(Type.String()),
  size: Nullable(Type.Integer()),
  school: Nullable(Type.Integer()),
  bus: Nullable(Type.Integer()),
  restaurant: Nullable(Type.Integer()),
})
export type PostDetail = Static<typeof PostDetail>

/** An item of `GET /users/profilePosts`. */
export const OwnPost = Type.Object({
  ...Post.properties,
  postDetail: PostDetail,
  /** View count; present only on the user's own listings. */
  views: Type.Optional(Type.Integer()),
})
export type OwnPost = Static<typeof OwnPost>

/** Response of `GET /users/profilePosts`: the user's own and their saved listings, each newest first. */
export const ProfilePosts = Type.Object({ userPosts: Type.Array(OwnPost), savedPosts: Type.Array(OwnPost) })
export type ProfilePosts = Static<typeof ProfilePosts>

/** Response of `GET /posts/{id}`. */
export const PostWithDetail = Type.Object({
  ...Post.properties,
  postDetail: PostDetail,
  user: PublicUser,
  isSaved: Type.Boolean(),
  /** Increases with every change of the listing. */
  rev: Type.Integer(),
})
export type PostWithDetail = Static<typeof PostWithDetail>

/**
 * Query of `GET /posts`, as text. Empty values, `any`, `0` as a bound and unknown names mean no filter, so the schema
 * only lists the names and posts' `rules.ts` parses them. The filters are defined in post-filters.
 */
export const PostsQuery = Type.Object({
  ...filterParameters(),
  city: Type.Optional(
    Type.String({
      description:
        'A city, a locality or a PIN code. Also a search in words, such as `2bhk in Pune under 30k`: what it says about rooms, kind, price, size and furnishing replaces other filters, and Content-Location has the search that was understood. If the search leaves out words that mean nothing known, X-Left-Out names them, URI-encoded.',
    }),
  ),
  /** Map area in degrees: west,south,east,north. West is greater than east if it crosses the date line. */
  bbox: Type.Optional(Type.String()),
  sort: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
})
export type PostsQuery = Static<typeof PostsQuery>

/** Query of `GET /posts/nearby`, as text; `city` is required and names a place. */
export const NearbyQuery = Type.Object(Type.Omit(Type.Object(filterParameters()), ['within']).properties)
export type NearbyQuery = Static<typeof NearbyQuery>

/** Query of `GET /posts/map`, as text; `bbox` and `zoom` are required. */
export const MapQuery = Type.Object({
  ...Type.Omit(PostsQuery, ['sort', 'limit', 'after']).properties,
  /** Map zoom, 0 (the world in 256 pixels) to 22; fractions are allowed. */
  zoom: Type.Optional(Type.String()),
})
export type MapQuery = Static<typeof MapQuery>

/**
 * Listings too close to tell apart at this zoom. If `bbox` is a single point, zooming in cannot split the cluster: list
 * it.
 */
const MapCluster = Type.Object({
  kind: Type.Literal('cluster'),
  count: Type.Integer(),
  /** Degrees. */
  latitude: Type.Number(),
  longitude: Type.Number(),
  /** West, south, east, north of the cluster's listings: fit the map to it to open the cluster. */
  bbox: Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]),
})

const MapListing = Type.Object({ kind: Type.Literal('listing'), ...Post.properties })

/** An item of `GET /posts/map`, which returns at most MAX_MAP_ITEMS. */
export const MapItem = Type.Union([MapCluster, MapListing])
export type MapItem = Static<typeof MapItem>

/** Query of `GET /posts/places`; `q` is the text typed so far. */
export const PlacesQuery = Type.Object({ q: Type.Optional(Type.String()), limit: Type.Optional(Type.String()) })
export type PlacesQuery = Static<typeof PlacesQuery>

/** A place with listings; `GET /posts/places` returns a list of them, best match first. */
export const Place = Type.Object({
  /** A valid `city` filter: 'Pune', 'Kothrud, Pune', or '2bhk in Kothrud, Pune' for `2bhk in koth`. */
  place: Type.String(),
  city: Type.String(),
  /** Null for a whole city. */
  locality: Nullable(Type.String()),
  count: Type.Integer(),
  /** The other name of the place that was typed, such as 'Poona'; null if it was the displayed one. */
  alias: Nullable(Type.String()),
})
export type Place = Static<typeof Place>

/** An item of `GET /posts/nearby`: a locality near the searched one, with its homes under the same other filters. */
export const NearbyPlace = Type.Object({
  ...Type.Pick(Place, ['place', 'city', 'count']).properties,
  locality: Type.String(),
  distance: Type.Integer({ description: 'in metres, from centre to centre' }),
})
export type NearbyPlace = Static<typeof NearbyPlace>

/** An item of `GET /posts/{id}/similar`: homes of the same kind at a similar price, nearest first. */
export const SimilarPost = Type.Object({ ...Post.properties, distance: Type.Integer({ description: 'in metres' }) })
export type SimilarPost = Static<typeof SimilarPost>

/** The card's fields as the owner submits them. `images` are /media paths or https URLs. */
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
    /** As many as `images`. If omitted, each picture keeps its text. */
    alts: Type.Optional(Type.Array(Type.String())),
    ...Type.Partial(Type.Object(CARD_FACTS)).properties,
  },
  { additionalProperties: false },
)

const PostDetailData = Type.Partial(PostDetail, { additionalProperties: false })

/**
 * Body of `POST /posts`: 201 Post, or 200 and the listing as it is if the person has published one with this `clientId`.
 * `newListing` in posts checks lengths and bounds.
 */
export const PostBody = Type.Object(
  { postData: PostData, postDetail: PostDetailData, clientId: Type.Optional(ClientId) },
  { additionalProperties: false },
)
export type PostBody = Static<typeof PostBody>

/** Body of `PUT /posts/{id}`; omitted fields stay unchanged. */
export const PostChange = Type.Object(
  {
    postData: Type.Optional(Type.Partial(PostData, { additionalProperties: false })),
    postDetail: Type.Optional(PostDetailData),
    status: Type.Optional(Type.Enum(POST_STATUSES)),
    /** Of the listing that `images` were chosen from: if it has changed since, they are refused with 409. */
    rev: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
)
export type PostChange = Static<typeof PostChange>

/** Response of `GET /posts/{id}/views`, for the owner: those of the last 30 days that had views, oldest first. */
export const Views = Type.Object({
  total: Type.Integer(),
  /** `day` as 2026-11-22, in UTC. */
  days: Type.Array(Type.Object({ day: Type.String(), count: Type.Integer() })),
})
export type Views = Static<typeof Views>

/** Body of `POST /posts/{id}/reports`; responds 201 `{message}`. */
export const ReportBody = Type.Object(
  {
    reason: Type.Enum(REPORT_REASONS),
    text: Type.Optional(Type.String({ maxLength: MAX_REPORT_TEXT })),
  },
  { additionalProperties: false },
)
export type ReportBody = Static<typeof ReportBody>

/** An item of `GET /posts/cities`: cities that have listings, most listings first. */
export const CityCount = Type.Object({ city: Type.String(), count: Type.Integer() })
export type CityCount = Static<typeof CityCount>

function filterParameters() {
  const parameter = Type.Optional(Type.String())
  return Object.fromEntries(FILTER_NAMES.map((name) => [name, parameter])) as Record<FilterName, typeof parameter>
}

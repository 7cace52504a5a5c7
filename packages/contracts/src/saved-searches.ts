import { type Static, Type } from 'typebox'
import { ALERTS } from './account-constants.ts'
import { Id } from './id-schema.ts'

const alert = Type.Enum(ALERTS)
const dateTime = Type.String({ format: 'date-time' })

/** A search that somebody saved. */
export const SavedSearch = Type.Object({
  id: Id,
  /** The query string of `GET /posts`, its filters alone, in alphabetical order; '' for all homes. */
  search: Type.String(),
  /** How soon new listings are mailed. */
  alert,
  createdAt: dateTime,
  /** Since when listings count as new. */
  seenAt: dateTime,
  /** Listings published since `seenAt`, counted up to MAX_NEW; null while that cannot be told. */
  newCount: Type.Union([Type.Integer(), Type.Null()]),
})
export type SavedSearch = Static<typeof SavedSearch>

/** The parameters of `GET /users/searches`: with `search`, only the saved search that looks for the same. */
export const SearchesQuery = Type.Object({ search: Type.Optional(Type.String()) })

/** The body of `POST /users/searches`. 201, or 200 and the one that is there; then `alert` changes nothing. */
export const NewSearch = Type.Object(
  { search: Type.String(), alert: Type.Optional(alert) },
  { additionalProperties: false },
)
export type NewSearch = Static<typeof NewSearch>

/** The body of `PUT /users/searches/{id}`. `isSeen` says that its new listings were looked at. */
export const SearchChange = Type.Object(
  { alert: Type.Optional(alert), isSeen: Type.Optional(Type.Literal(true)) },
  { additionalProperties: false },
)
export type SearchChange = Static<typeof SearchChange>

/** The body of `POST /users/searches/stop` and `/start`: what the link in a mail carried. */
export const StopBody = Type.Object({ token: Type.String() }, { additionalProperties: false })

/** What they answer: the search whose mails stopped, or go on. */
export const StoppedSearch = Type.Object({ search: Type.String(), alert })
export type StoppedSearch = Static<typeof StoppedSearch>

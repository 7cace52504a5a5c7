import { type Static, Type } from 'typebox'
import { ALERTS } from './account-constants.ts'
import { Id } from './id-schema.ts'
import { Nullable } from './nullable.ts'
import { MAX_URL } from './parse-url.ts'

const alert = Type.Enum(ALERTS)
const dateTime = Type.String({ format: 'date-time' })

export const SavedSearch = Type.Object({
  id: Id,
  /** The query string of `GET /posts`: filters only, in alphabetical order; '' for all homes. */
  search: Type.String(),
  /** How soon new listings are mailed. */
  alert,
  createdAt: dateTime,
  /** Listings published after this count as new. */
  seenAt: dateTime,
  /** Listings published since `seenAt`, counted up to MAX_NEW; null while it is unknown. */
  newCount: Nullable(Type.Integer()),
})
export type SavedSearch = Static<typeof SavedSearch>

/** Query of `GET /users/searches`; `search` keeps only the saved search with the same filters. */
export const SearchesQuery = Type.Object({ search: Type.Optional(Type.String()) })

/** Body of `POST /users/searches`. 201, or 200 with the existing one, whose `alert` stays unchanged. */
export const NewSearch = Type.Object(
  { search: Type.String({ maxLength: MAX_URL }), alert: Type.Optional(alert) },
  { additionalProperties: false },
)
export type NewSearch = Static<typeof NewSearch>

/** Body of `PUT /users/searches/{id}`. `isSeen` marks its new listings as seen. */
export const SearchChange = Type.Object(
  { alert: Type.Optional(alert), isSeen: Type.Optional(Type.Literal(true)) },
  { additionalProperties: false },
)
export type SearchChange = Static<typeof SearchChange>

/** Body of `POST /users/searches/stop` and `/start`: the token of the link in a mail. */
export const StopBody = Type.Object({ token: Type.String() }, { additionalProperties: false })

/** Response of both: the search whose mails stopped or resumed. */
export const StoppedSearch = Type.Object({ search: Type.String(), alert })
export type StoppedSearch = Static<typeof StoppedSearch>

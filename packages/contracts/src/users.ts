import { type Static, Type } from 'typebox'
import { MAX_AGENT_TEXT, MAX_EXPERIENCE_YEARS, REPLY_TIMES, USERNAME_LENGTH } from './account-constants.ts'
import { Id } from './id-schema.ts'
import { Nullable } from './nullable.ts'

/** Usernames are unique regardless of case. */
export const USERNAME_PATTERN = `^[A-Za-z0-9_.-]{${USERNAME_LENGTH.min},${USERNAME_LENGTH.max}}$`

/** The public part of a user, shown next to listings and messages. */
export const PublicUser = Type.Object({
  id: Id,
  username: Type.String(),
  avatar: Nullable(Type.String()),
})
export type PublicUser = Static<typeof PublicUser>

const agentText = Type.String({ minLength: 1, maxLength: MAX_AGENT_TEXT, pattern: '\\S' })

/** The profile of a user who chose to be listed as an agent. */
export const Agent = Type.Object(
  {
    title: agentText,
    experienceYears: Type.Integer({ minimum: 0, maximum: MAX_EXPERIENCE_YEARS }),
    /** City. */
    location: agentText,
    specialization: agentText,
    /** As entered, for `readPhone`; null if they prefer email. */
    phone: Nullable(Type.String({ maxLength: MAX_AGENT_TEXT })),
  },
  { additionalProperties: false },
)
export type Agent = Static<typeof Agent>

/**
 * `email` is present for the user themselves, and for everyone if the user published it by listing as an agent: others
 * see only a confirmed address.
 */
export const User = Type.Object({
  ...PublicUser.properties,
  email: Type.Optional(Type.String()),
  /** Present for the user themselves while `email` is not confirmed. */
  emailConfirmed: Type.Optional(Type.Literal(false)),
  createdAt: Type.String({ format: 'date-time' }),
  /** Present for users who chose to be listed as agents. */
  agent: Type.Optional(Agent),
  /** An agent's number of live listings; absent while it is unknown. */
  liveListings: Type.Optional(Type.Integer()),
  /** Absent while it is unknown: too few recent chats, or replies take longer than any REPLY_TIMES. */
  repliesWithin: Type.Optional(Type.Enum(REPLY_TIMES)),
})
export type User = Static<typeof User>

/**
 * Response of `GET /users/session`: who the browser is signed in as. `unknown` until the session was requested, and
 * while the profile of a new account has not arrived.
 */
export const Session = Type.Union([
  Type.Object({ status: Type.Enum(['unknown', 'visitor']) }),
  Type.Object({ status: Type.Literal('user'), user: User }),
])
export type Session = { status: 'unknown' | 'visitor'; user?: undefined } | { status: 'user'; user: User }

/**
 * Body of `PUT /users/{id}`. Absent, null and empty fields stay unchanged, except that `agent: null` takes the user off
 * the list of agents; `removeAvatar` deletes the picture.
 */
export const ProfileUpdate = Type.Object(
  {
    username: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
    /** For a new username, email or password, unless the user signed in within the last hour; without it 403. */
    currentPassword: Type.Optional(Type.String()),
    /** A new one has at most MAX_AVATAR characters. */
    avatar: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
    removeAvatar: Type.Optional(Type.Boolean()),
    agent: Type.Optional(Nullable(Agent)),
  },
  { additionalProperties: false },
)
export type ProfileUpdate = Static<typeof ProfileUpdate>

/** Body of `POST /users/save`, a toggle: the response says whether the listing is saved now. */
export const SaveBody = Type.Object({ postId: Type.String() }, { additionalProperties: false })

/** Response of `GET /users/saved`: listing ids, last saved first. */
export const SavedIds = Type.Object({ ids: Type.Array(Id) })
export type SavedIds = Static<typeof SavedIds>

/** Query of `GET /users`, paged like posts. `agents=true` returns only users listed as agents. */
export const UsersQuery = Type.Object({
  agents: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
})
export type UsersQuery = Static<typeof UsersQuery>

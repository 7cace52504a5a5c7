import { type Static, Type } from 'typebox'
import {
  MAX_AGENT_TEXT,
  MAX_EXPERIENCE_YEARS,
  PHONE_PATTERN,
  REPLY_TIMES,
  USERNAME_LENGTH,
} from './account-constants.ts'
import { Id } from './id-schema.ts'

/** A username: unique whatever its case. */
export const USERNAME_PATTERN = `^[A-Za-z0-9_.-]{${USERNAME_LENGTH.min},${USERNAME_LENGTH.max}}$`

/** What anyone may see of a person beside a listing or a message. */
export const PublicUser = Type.Object({
  id: Id,
  username: Type.String(),
  avatar: Type.Union([Type.String(), Type.Null()]),
})
export type PublicUser = Static<typeof PublicUser>

const agentText = Type.String({ minLength: 1, maxLength: MAX_AGENT_TEXT, pattern: '\\S' })

/** What those who chose to be listed as agents say of themselves. */
export const Agent = Type.Object(
  {
    title: agentText,
    experienceYears: Type.Integer({ minimum: 0, maximum: MAX_EXPERIENCE_YEARS }),
    /** The city they work in. */
    location: agentText,
    specialization: agentText,
    /** As they write it; null where they would rather be mailed. */
    phone: Type.Union([Type.String({ pattern: PHONE_PATTERN }), Type.Null()]),
  },
  { additionalProperties: false },
)
export type Agent = Static<typeof Agent>

/** A profile. `email` is there only where its owner published it by listing as an agent, and for oneself. */
export const User = Type.Object({
  ...PublicUser.properties,
  email: Type.Optional(Type.String()),
  createdAt: Type.String({ format: 'date-time' }),
  /** Present for those who chose to be listed as agents. */
  agent: Type.Optional(Agent),
  /** How many live listings an agent has; absent while that cannot be told. */
  liveListings: Type.Optional(Type.Integer()),
  /** Absent while that cannot be told: few have asked them anything lately, or they take longer. */
  repliesWithin: Type.Optional(Type.Enum(REPLY_TIMES)),
})
export type User = Static<typeof User>

/**
 * The answer of `GET /users/session`: who the browser is signed in as. `unknown` while that cannot be told: nobody was
 * asked yet, or the profile of a new account has not arrived.
 */
export const Session = Type.Union([
  Type.Object({ status: Type.Enum(['unknown', 'visitor']) }),
  Type.Object({ status: Type.Literal('user'), user: User }),
])
export type Session = { status: 'unknown' | 'visitor'; user?: undefined } | { status: 'user'; user: User }

/**
 * The body of `PUT /users/{id}`. What is absent, null or empty stays as it is; `agent: null` takes someone off the list
 * of agents, and `removeAvatar` takes the picture away.
 */
export const ProfileUpdate = Type.Object(
  {
    username: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
    avatar: Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()])),
    removeAvatar: Type.Optional(Type.Boolean()),
    agent: Type.Optional(Type.Union([Agent, Type.Null()])),
  },
  { additionalProperties: false },
)
export type ProfileUpdate = Static<typeof ProfileUpdate>

/** The body of `POST /users/save`; the answer says which way it went. */
export const SaveBody = Type.Object({ postId: Type.String() }, { additionalProperties: false })

/** The answer of `GET /users/saved`: ids of listings, the latest saved first. */
export const SavedIds = Type.Object({ ids: Type.Array(Id) })
export type SavedIds = Static<typeof SavedIds>

/** The parameters of `GET /users`: paged like posts. `agents=true` keeps those who are listed as agents. */
export const UsersQuery = Type.Object({
  agents: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
})
export type UsersQuery = Static<typeof UsersQuery>

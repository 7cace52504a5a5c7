import { type Static, Type } from 'typebox'
import { Id } from './id-schema.ts'

/** A username: unique whatever its case. */
export const USERNAME_PATTERN = '^[A-Za-z0-9_.-]{3,20}$'

/** What anyone may see of a person beside a listing or a message. */
export const PublicUser = Type.Object({
  id: Id,
  username: Type.String(),
  avatar: Type.Union([Type.String(), Type.Null()]),
})
export type PublicUser = Static<typeof PublicUser>

/** A profile. `email` is there only where its owner published it by listing as an agent, and for oneself. */
export const User = Type.Object({
  ...PublicUser.properties,
  email: Type.Optional(Type.String()),
  createdAt: Type.String({ format: 'date-time' }),
  /** Present for those who chose to be listed as agents, with what they say of themselves. */
  agent: Type.Optional(
    Type.Object({
      title: Type.String(),
      experienceYears: Type.Integer(),
      location: Type.String(),
      specialization: Type.String(),
      phone: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
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

/** The parameters of `GET /users`: paged like posts. `agents=true` keeps those who are listed as agents. */
export const UsersQuery = Type.Object({
  agents: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
})
export type UsersQuery = Static<typeof UsersQuery>

import { type Static, Type } from 'typebox'
import { Id } from './id-schema.ts'

/** The body of `POST /auth/register`; the answer is 201 `{message}`. */
export const Registration = Type.Object(
  { username: Type.String(), email: Type.String(), password: Type.String() },
  { additionalProperties: false },
)
export type Registration = Static<typeof Registration>

/** The body of `POST /auth/login`; the answer is 200 User and the session's cookie. */
export const Credentials = Type.Object(
  { username: Type.String(), password: Type.String() },
  { additionalProperties: false },
)
export type Credentials = Static<typeof Credentials>

/** The body of `POST /auth/forgot`: whoever has an account with this address is mailed a link. 200 `{message}` always. */
export const ForgotBody = Type.Object({ email: Type.String() }, { additionalProperties: false })
/** The body of `POST /auth/reset`: what the link carried, and the new password. 200 `{message}`; all sessions end. */
export const ResetBody = Type.Object({ token: Type.String(), password: Type.String() }, { additionalProperties: false })

/** The answer of the calls that only say how it went. */
export const MessageAnswer = Type.Object({ message: Type.String() })
export type MessageAnswer = Static<typeof MessageAnswer>

/** One of the answer of `GET /auth/sessions`: where somebody is signed in, the latest first. */
export const SessionInfo = Type.Object({
  id: Id,
  createdAt: Type.String({ format: 'date-time' }),
  /** When it was last used, to ten minutes. */
  seenAt: Type.String({ format: 'date-time' }),
  /** What the browser called itself; empty where it did not say. */
  userAgent: Type.String(),
  /** The session that asks. */
  isCurrent: Type.Boolean(),
})
export type SessionInfo = Static<typeof SessionInfo>

/** What auth tells other services of an account. */
export type Account = {
  id: string
  username: string
  /** Null for people made by an import. */
  email: string | null
  createdAt: string
  rev: number
}

/** What `accounts.change` takes; what is not there stays as it is. */
export interface AccountChange {
  id: string
  username?: string
  email?: string
  password?: string
  /** The session that asks for the change, by its hash. */
  keepSession?: string
}

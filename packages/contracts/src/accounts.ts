import { type Static, Type } from 'typebox'
import { Id } from './id-schema.ts'

/** Body of `POST /auth/register`; responds 201 `{message}`. */
export const Registration = Type.Object(
  { username: Type.String(), email: Type.String(), password: Type.String() },
  { additionalProperties: false },
)
export type Registration = Static<typeof Registration>

/** Body of `POST /auth/login`; responds 200 User and sets the session cookie. */
export const Credentials = Type.Object(
  { username: Type.String(), password: Type.String() },
  { additionalProperties: false },
)
export type Credentials = Static<typeof Credentials>

/** Body of `POST /auth/forgot`: mails a reset link if the address has an account. Always responds 200 `{message}`. */
export const ForgotBody = Type.Object({ email: Type.String() }, { additionalProperties: false })
/** Body of `POST /auth/reset`; `token` comes from the mailed link. Responds 200 `{message}`; all sessions end. */
export const ResetBody = Type.Object({ token: Type.String(), password: Type.String() }, { additionalProperties: false })

/** Response of calls that only report success. */
export const MessageAnswer = Type.Object({ message: Type.String() })
export type MessageAnswer = Static<typeof MessageAnswer>

/** An item of `GET /auth/sessions`, newest first. */
export const SessionInfo = Type.Object({
  id: Id,
  createdAt: Type.String({ format: 'date-time' }),
  /** When it was last used, to within ten minutes. */
  seenAt: Type.String({ format: 'date-time' }),
  /** The browser's User-Agent; empty if it sent none. */
  userAgent: Type.String(),
  /** Whether it is the session of this request. */
  isCurrent: Type.Boolean(),
})
export type SessionInfo = Static<typeof SessionInfo>

/** An account as auth publishes it to other services. */
export type Account = {
  id: string
  username: string
  /** Null for users created by an import. */
  email: string | null
  createdAt: string
  rev: number
}

/** Request of `accounts.change`; omitted fields stay unchanged. */
export interface AccountChange {
  id: string
  username?: string
  email?: string
  password?: string
  /** Hash of the requesting session, which survives a new password. */
  keepSession?: string
}

/** Body of `DELETE /users/{id}`; the password may be left out within an hour of signing in. */
export const RemovalBody = Type.Union([
  Type.Object({ currentPassword: Type.Optional(Type.String()) }, { additionalProperties: false }),
  Type.Null(),
])
export type RemovalBody = Static<typeof RemovalBody>

/** Request of `accounts.remove`. */
export interface AccountRemoval {
  id: string
  /** Hash of the requesting session. */
  session: string
  currentPassword?: string
}

import { type Static, Type } from 'typebox'
import { Id } from './id-schema.ts'

/** Body of `POST /auth/register`; responds 201 `{message}`. */
export const Registration = Type.Object(
  { username: Type.String(), email: Type.String(), password: Type.String() },
  { additionalProperties: false },
)
export type Registration = Static<typeof Registration>

/**
 * Body of `POST /auth/login`; responds 200 User and sets the session cookie. `username` is the username or the email
 * address.
 */
export const Credentials = Type.Object(
  { username: Type.String(), password: Type.String() },
  { additionalProperties: false },
)
export type Credentials = Static<typeof Credentials>

/**
 * Why the sign-in page's form was refused, and whom it named: from the gateway to the registry, whose page has it as the
 * response of the sign-in call.
 */
export const RefusedSignIn = Type.Object({ status: Type.Integer(), message: Type.String(), username: Type.String() })
export type RefusedSignIn = Static<typeof RefusedSignIn>

/** Body of `POST /auth/forgot`: mails a reset link if the address has an account. Always responds 200 `{message}`. */
export const ForgotBody = Type.Object({ email: Type.String() }, { additionalProperties: false })
/**
 * Body of `POST /auth/reset`; `token` comes from the mailed link. Responds 200 `{message}`; all sessions end. `username`
 * is required if the link has the parameter NAMED_RESET: nobody has confirmed the address yet.
 */
export const ResetBody = Type.Object(
  { token: Type.String(), password: Type.String(), username: Type.Optional(Type.String()) },
  { additionalProperties: false },
)
export type ResetBody = Static<typeof ResetBody>

/** Body of `POST /auth/confirm`, sent by the signed-in owner; `token` comes from the mailed link. Responds 200. */
export const ConfirmBody = Type.Object({ token: Type.String() }, { additionalProperties: false })

/** Body of `POST /auth/undo`; `token` comes from a mail about a changed password or address. All sessions end. */
export const UndoBody = Type.Object({ token: Type.String() }, { additionalProperties: false })
/** Response of `POST /auth/undo`; `token` is one for `POST /auth/reset`. */
export const Undone = Type.Object({ message: Type.String(), token: Type.String() })
export type Undone = Static<typeof Undone>

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
  /** As the owner entered it, confirmed or not; null for users created by an import. */
  email: string | null
  /** The confirmed address, the only one for mails and for others to see; null if there is none. */
  mailTo: string | null
  /** Made by an import: the site's operator answers for it, and nobody can sign in. */
  managed?: true
  createdAt: string
  rev: number
}

/** Request of `accounts.change`; omitted fields stay unchanged. */
export interface AccountChange {
  username?: string
  email?: string
  password?: string
  /** Proves who asks for the change, unless the session was opened within the last hour. */
  currentPassword?: string
  /** The person's IP address, for limits; absent from processes of an earlier release. */
  address?: string
}

/** Body of `DELETE /users/{id}`, which is refused without the password. */
export const RemovalBody = Type.Union([
  Type.Object({ currentPassword: Type.Optional(Type.String()) }, { additionalProperties: false }),
  Type.Null(),
])
export type RemovalBody = Static<typeof RemovalBody>

/** Request of `accounts.remove`. */
export interface AccountRemoval {
  currentPassword?: string
}

import type { Registration } from '@aangan/contracts/accounts'
import { plainLine } from '@aangan/contracts/text/characters'
import { USERNAME_PATTERN } from '@aangan/contracts/users'
import { AppError } from '@aangan/service-kit/errors'
import { type AccountDoc, confirmedEmail, epochOf } from './account.ts'
import { checkEmail } from './email.ts'
import type { ResetDoc, UndoDoc } from './links.ts'
import { checkPassword, refuseOwnWords } from './password-rules.ts'

const username = new RegExp(USERNAME_PATTERN)

/** @throws BAD_REQUEST in words for the form, naming the field */
export function checkUsername(text: string): string {
  const name = plainLine(text)
  if (!username.test(name))
    throw new AppError('BAD_REQUEST', 'Username: use 3 to 20 letters, digits, dots, hyphens or underscores.')
  if (!/[a-z]/i.test(name)) throw new AppError('BAD_REQUEST', 'Username: use at least one letter.')
  return name
}

export function checkRegistration({ username, email, password }: Registration): Registration {
  const facts = { username: checkUsername(username), email: checkEmail(email), password: checkPassword(password) }
  refuseOwnWords(password, facts)
  return facts
}

/** The same for an unknown user and a wrong password. */
export function invalidCredentials(): AppError {
  return new AppError('NOT_AUTHENTICATED', 'Invalid Credentials!')
}

export function taken(what: { username: boolean }, cause?: unknown): AppError {
  const message = what.username ? 'Username is already taken!' : 'User with this email already exists!'
  return new AppError('CONFLICT', message, { cause })
}

/** Buyers would take it for the other person. */
export function looksTaken(cause?: unknown): AppError {
  return new AppError('CONFLICT', 'Username: this one looks like somebody else’s. Choose another.', { cause })
}

const FRESH_MS = 60 * 60_000

interface Proof {
  /** Null if none was sent. */
  isPasswordRight: boolean | null
  /** When the requesting session was opened, ISO 8601; null if it has ended. */
  openedAt: string | null
}

/** A stolen session must not become a stolen account. @throws FORBIDDEN for the form, naming the field */
export function checkProof({ isPasswordRight, openedAt }: Proof, now: Date): void {
  if (isPasswordRight === false)
    throw new AppError('FORBIDDEN', 'Current password: this is not your password. Check it and try again.')
  // Nor is a session fresh that was opened by a clock ahead of this one.
  const isFresh = openedAt !== null && Math.abs(now.getTime() - Date.parse(openedAt)) < FRESH_MS
  if (isPasswordRight === null && !isFresh)
    throw new AppError(
      'FORBIDDEN',
      'Current password: enter it, or sign in again, to change your username, email address or password.',
    )
}

/** What a stolen session alone has changed, its owner can undo for seven days; a deletion never. @throws FORBIDDEN */
export function checkUndoable(links: UndoDoc[], now: Date): void {
  if (links.every(({ isProved, expiresAt }) => isProved || Date.parse(expiresAt) <= now.getTime())) return
  throw new AppError(
    'FORBIDDEN',
    'You have changed your password or email address without your password. For your safety, your account can be deleted seven days later.',
  )
}

/** Whether a new password or an undone change has ended everything since `before` was read, except `session`. */
export function isSignedOutSince(before: AccountDoc, current: AccountDoc, session: string): boolean {
  return epochOf(current) !== epochOf(before) && current.signedOut?.except !== session
}

/** Whether the account differs from before as the link says; the save may have failed, and others have changed it. */
export function isChanged({ what, to, rev, before }: UndoDoc, account: AccountDoc): boolean {
  if (account.rev === rev) return false
  // Stored by an earlier release.
  if (before === undefined) return true
  if (what === 'address') return confirmedEmail(account) !== to
  return what === 'claim' ? account.email !== before.email : epochOf(account) !== before.epoch
}

/** A thief's own undo link must not win against that of the earlier address. @throws BAD_REQUEST */
export function checkUndo({ undone, email, password }: AccountDoc, { rev }: UndoDoc): void {
  if (undone === undefined || rev < undone.from || rev > undone.until) return
  // Without an address no reset can be mailed, so the link that was used opens the account until it has a password.
  const isOnlyWayIn = rev === undone.from && email === null && password === null
  if (!isOnlyWayIn) throw unusableUndo()
}

export function unusableUndo(): AppError {
  return new AppError(
    'BAD_REQUEST',
    'This link was used already or is older than seven days. If you cannot sign in, ask for a new password.',
  )
}

/** A sign-out everywhere invalidates the links mailed before it, another confirmed address those under way as well. */
export function isOutdated(link: ResetDoc, account: AccountDoc): boolean {
  return !isToMailboxOf(link, account) || (link.epochs?.[account._id] ?? 0) !== epochOf(account)
}

function isToMailboxOf({ userId, email }: ResetDoc, account: AccountDoc): boolean {
  const confirmed = confirmedEmail(account)
  return userId === null && confirmed === null ? email === account.email : email === (confirmed ?? '')
}

export function notAuthenticated(): AppError {
  return new AppError('NOT_AUTHENTICATED', 'Not Authenticated!')
}

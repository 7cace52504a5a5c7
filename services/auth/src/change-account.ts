import type { AccountChange } from '@aangan/contracts/accounts'
import { AppError } from '@aangan/service-kit/errors'
import type { Identity } from '@aangan/service-kit/identity'
import type { Parts } from '@aangan/service-kit/parts'
import { type AccountDoc, confirmedEmail } from './account.ts'
import type { AuthConfig } from './config.ts'
import type { Confirmations } from './confirmations.ts'
import { isPassword, type PasswordParts } from './current-password.ts'
import type { Hourly } from './hourly.ts'
import {
  checkEmail,
  checkPassword,
  checkProof,
  checkUsername,
  isSignedOutSince,
  notAuthenticated,
  refuseReserved,
} from './rules.ts'
import { endSessionsOf, openedAt } from './sessions.ts'
import type { AuthStore } from './store.ts'
import type { Undoing } from './undoing.ts'

export interface ChangeParts extends PasswordParts, Pick<Parts, 'bus' | 'log' | 'now'> {
  config: Pick<AuthConfig, 'SITE_NAME'>
  store: AuthStore
  hourly: Hourly
  undoing: Undoing
  confirmations: Confirmations
}

/** Answers `accounts.change`. */
export async function changeAccount(
  parts: ChangeParts,
  { id, session }: Identity,
  change: AccountChange,
): Promise<AccountDoc> {
  const before = await parts.store.find(id)
  if (before === null) throw userNotFound()
  const planned = plan(before, change)
  const { username, ...others } = planned.facts
  if (username !== undefined) refuseReserved(username, parts.config.SITE_NAME)
  const isProved = planned.needsProof && (await requireProof(parts, before, { session, ...change }))
  await limit(parts, id, planned)
  const renamed = username !== undefined && { renamed: { username, at: parts.now() } }
  const facts = { ...others, ...renamed, ...(await withPassword(parts, others.password, session)) }
  const save = () =>
    parts.store.change(id, (current) => {
      if (planned.needsProof && isSignedOutSince(before, current, session)) throw notAuthenticated()
      return facts
    })
  const { what } = planned
  const account = what === null ? await save() : await parts.undoing.announce(before, { what, isProved }, save)
  if (account === null) throw userNotFound()
  if (planned.isMoved) {
    // Links to the address before would confirm nothing.
    await parts.store.confirmations.removeOf(id)
    parts.confirmations.request(account)
  }
  if (planned.isNewPassword) await endOthers(parts, id, session)
  return account
}

type Planned = ReturnType<typeof plan>

/** Throws BAD_REQUEST naming the field. */
function plan(before: AccountDoc, { username, email, password }: AccountChange) {
  const name = username === undefined ? before.username : checkUsername(username)
  const isRenamed = name !== before.username
  const facts = {
    ...(isRenamed && { username: name }),
    ...(email !== undefined && { email: checkEmail(email) }),
    ...(password !== undefined && { password: checkPassword(password) }),
  }
  // The form sends the name and the address along with other changes.
  const isMoved = facts.email !== undefined && facts.email !== before.email
  const isNewPassword = facts.password !== undefined
  const isClaim = isMoved && facts.email !== confirmedEmail(before)
  const what = isNewPassword ? (isClaim ? 'both' : 'password') : isClaim ? 'claim' : null
  const needsProof = isRenamed || isMoved || isNewPassword
  return { facts, isMoved, isNewPassword, needsProof, what } as const
}

/** Throws TOO_MANY_REQUESTS, CONFLICT if another account has confirmed the address; both messages are for the form. */
async function limit(
  { store, hourly }: ChangeParts,
  id: string,
  { facts, isMoved, isNewPassword }: Planned,
): Promise<void> {
  if (isMoved) await hourly.countTry('email', id)
  if (isNewPassword) await hourly.countTry('password', id)
  if (isMoved) await store.refuseConfirmed(id, facts)
}

/**
 * Returns whether the password proved it, and not a recent sign-in. Throws FORBIDDEN with a message for the form,
 * TOO_MANY_REQUESTS after too many wrong passwords.
 */
async function requireProof(
  parts: ChangeParts,
  account: AccountDoc,
  { session, currentPassword }: { session: string; currentPassword?: string },
): Promise<boolean> {
  const isPasswordRight = currentPassword === undefined ? null : await isPassword(parts, account, currentPassword)
  const opened = await openedAt(parts, session, account)
  checkProof({ isPasswordRight, openedAt: opened }, parts.now())
  return isPasswordRight === true
}

async function withPassword({ passwords, now }: ChangeParts, password: string | undefined, session: string) {
  if (password === undefined) return {}
  const hashed = await passwords.hash(password)
  return { password: hashed, signedOut: { at: now().toISOString(), except: session } }
}

/** A pending link belongs to whoever had the previous password. */
async function endOthers(parts: ChangeParts, id: string, session: string): Promise<void> {
  await parts.store.resets.removeOf(id)
  await endSessionsOf(parts, id, session)
}

function userNotFound(): AppError {
  return new AppError('NOT_FOUND', 'User not found.')
}

import type { AccountChange } from '@aangan/contracts/accounts'
import { AppError } from '@aangan/service-kit/errors'
import type { Identity } from '@aangan/service-kit/identity'
import type { Parts } from '@aangan/service-kit/parts'
import { type AccountDoc, confirmedEmail, signOut, usernameKey } from './account.ts'
import type { AuthConfig } from './config.ts'
import type { Confirmations } from './confirmations.ts'
import { isPassword, type PasswordParts } from './current-password.ts'
import { asTyped, checkEmail } from './email.ts'
import type { Hourly } from './hourly.ts'
import { checkPassword, refuseOwnWords } from './password-rules.ts'
import { countTaken } from './probes.ts'
import { refuseReserved } from './reserved-names.ts'
import { checkProof, checkUsername, isSignedOutSince, notAuthenticated } from './rules.ts'
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
  const planned = plan(before, change, parts.config.SITE_NAME)
  const { what, needsProof } = planned
  const isProved = needsProof && (await requireProof(parts, before, { session, ...change }))
  await limit(parts, before, planned, change.address)
  const facts = await factsOf(parts, id, planned)
  const save = () =>
    parts.store.change(id, (current) => {
      if (needsProof && isSignedOutSince(before, current, session)) throw notAuthenticated()
      if (Object.keys(facts).length === 0) return null
      return { ...facts, ...(facts.password !== undefined && signOut(current, session)) }
    })
  const account = what === null ? await save() : await parts.undoing.announce(before, { what, isProved }, save)
  if (account === null) throw userNotFound()
  if (planned.email !== undefined) {
    // Links to the address before would confirm nothing.
    await parts.store.confirmations.removeOf(id)
    parts.confirmations.request(account, change.address)
  }
  if (planned.password !== undefined) await endOthers(parts, id, session)
  return account
}

type Planned = ReturnType<typeof plan>

/** Only what changes: the form sends the name and the address along. Throws BAD_REQUEST naming the field. */
function plan(before: AccountDoc, change: AccountChange, siteName: string) {
  const username = newName(before, change.username, siteName)
  const email = newEmail(before, change.email)
  const password = change.password === undefined ? undefined : checkPassword(change.password)
  if (password !== undefined)
    for (const owner of [before, { username: username ?? before.username, email: email ?? before.email }])
      refuseOwnWords(password, owner)
  const isClaim = email !== undefined && email !== confirmedEmail(before)
  const what = password !== undefined ? (isClaim ? 'both' : 'password') : isClaim ? 'claim' : null
  const needsProof = [username, email, password].some((fact) => fact !== undefined)
  return { username, email, password, needsProof, what } as const
}

/** An account keeps a name that was allowed once. */
function newName(before: AccountDoc, text: string | undefined, siteName: string): string | undefined {
  if (text === undefined || text.trim() === before.username) return undefined
  const name = checkUsername(text)
  if (usernameKey(name) !== before.usernameKey) refuseReserved(name, siteName)
  return name
}

/** So with an address that was stored before addresses had one spelling. */
function newEmail(before: AccountDoc, text: string | undefined): string | undefined {
  if (text === undefined || asTyped(text) === before.email) return undefined
  const email = checkEmail(text)
  return email === before.email ? undefined : email
}

/** Throws TOO_MANY_REQUESTS, CONFLICT if another account has confirmed the address; both messages are for the form. */
async function limit(
  { store, hourly }: ChangeParts,
  { _id: id }: AccountDoc,
  { username, email, password }: Planned,
  address: string | undefined,
): Promise<void> {
  if (email !== undefined) await hourly.countTry('email', id)
  if (password !== undefined) await hourly.countTry('password', id)
  if (email === undefined) return
  const facts = { email, ...(username !== undefined && { username }) }
  await countTaken(hourly, { email, address }, () => store.refuseConfirmed(id, facts))
}

async function factsOf({ passwords, now }: ChangeParts, id: string, { username, email, password }: Planned) {
  return {
    ...(username !== undefined && { renamed: { username, at: now() } }),
    ...(email !== undefined && { email }),
    ...(password !== undefined && { password: await passwords.hash(password, { known: id }) }),
  }
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

/** A pending link belongs to whoever had the previous password. */
async function endOthers(parts: ChangeParts, id: string, session: string): Promise<void> {
  await parts.store.resets.removeOf(id)
  await endSessionsOf(parts, id, session)
}

function userNotFound(): AppError {
  return new AppError('NOT_FOUND', 'User not found.')
}

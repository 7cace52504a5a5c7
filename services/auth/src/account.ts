import type { Account } from '@aangan/contracts/accounts'
import type { DocumentEvent } from '@aangan/service-kit/writes/document'
import { lookKey } from './lookalikes.ts'

/** The only owner of username, email and password. */
export interface AccountDoc {
  _id: string
  username: string
  usernameKey: string
  /**
   * Unique: the same for names that look alike. Accounts that may have such names, from before it was unique or
   * of the demo site, have a suffix (`apartLookKey`).
   */
  lookKey: string
  /**
   * As entered, in lower case: several accounts may claim an address until one confirms it. Null for users created by
   * an import, who have no password and cannot sign in.
   */
  email: string | null
  /** Unique: the confirmed address, or else the id, since a unique index allows only one null. */
  emailKey: string
  /** Encoded Argon2id hash; null if nobody can sign in. */
  password: string | null
  /** Made by an import, see `isManaged`. */
  managed?: true
  createdAt: string
  rev: number
  /** Absent in epoch 0. Holds even if removing what it ended was interrupted. */
  signedOut?: SignedOut
  /** Links that undo changes of these revisions, both inclusive, are void: one to an earlier address was used. */
  undone?: { from: number; until: number }
}

/** A new password begins an epoch: sessions and reset links of earlier ones are void, except one session. */
export interface SignedOut {
  /** A count, since the clocks of several processes differ and may be set back. */
  epoch: number
  except: string | null
}

export function epochOf({ signedOut }: Pick<AccountDoc, 'signedOut'>): number {
  return signedOut?.epoch ?? 0
}

/** @param except hash of the session that stays */
export function signOut(current: AccountDoc, except: string | null = null): { signedOut: SignedOut } {
  return { signedOut: { epoch: epochOf(current) + 1, except } }
}

/** Usernames are unique regardless of case. */
export function usernameKey(name: string): string {
  return name.toLowerCase()
}

export function nameFacts(username: string): Pick<AccountDoc, 'username' | 'usernameKey' | 'lookKey'> {
  return { username, usernameKey: usernameKey(username), lookKey: lookKey(username) }
}

export interface NewAccount {
  id: string
  username: string
  email: string | null
  password: string | null
  isConfirmed: boolean
  managed?: true
  now: Date
}

export function newAccount({ id, username, email, password, isConfirmed, managed, now }: NewAccount): AccountDoc {
  return {
    _id: id,
    ...nameFacts(username),
    email,
    emailKey: (isConfirmed ? email : null) ?? id,
    password,
    ...(managed && { managed }),
    createdAt: now.toISOString(),
    rev: 1,
  }
}

/**
 * Made by an import, so nobody can sign in. Imports of earlier releases did not mark theirs; people have an address or a
 * password, unless they have undone a change.
 */
export function isManaged({ managed, email, password, undone }: AccountDoc): boolean {
  return managed ?? (email === null && password === null && undone === undefined)
}

/** The only address for mails, except for a confirmation or a reset. */
export function confirmedEmail({ _id, emailKey }: AccountDoc): string | null {
  return emailKey === _id ? null : emailKey
}

export function toAccount(account: AccountDoc): Account {
  const { _id, username, email, createdAt, rev } = account
  const managed = isManaged(account) && { managed: true as const }
  return { id: _id, username, email, mailTo: confirmedEmail(account), ...managed, createdAt, rev }
}

export function accountChanged(account: AccountDoc): DocumentEvent {
  const { rev: _rev, ...data } = toAccount(account)
  return { subject: 'account.changed', data }
}

export function accountRemoved({ _id }: Pick<AccountDoc, '_id'>): DocumentEvent {
  return { subject: 'account.removed', data: { id: _id } }
}

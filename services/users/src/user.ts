import type { Account } from '@aangan/contracts/accounts'
import type { Agent } from '@aangan/contracts/users'
import type { Happened } from '@aangan/service-kit/writes/document'

/** A profile as it is kept. Username and e-mail are auth's: here is a copy. */
export interface UserDoc {
  _id: string
  username: string
  /** Null for people made by an import. */
  email: string | null
  /** The `rev` of the account that the copy is of. */
  accountRev: number
  avatar: string | null
  createdAt: string
  /** What they say of themselves as agents; null for those who did not ask to be listed. */
  agent: Agent | null
  /** `agent` as a plain value, since an index cannot hold "not null" on both stores. */
  listed: boolean
  rev: number
}

/** What of a profile is not auth's. */
export interface Own {
  avatar: string | null
  agent: Agent | null
}

/** What others hear of every change: as much as anyone may see beside a listing. */
export function userChanged({ _id, username, avatar }: UserDoc): Happened {
  return { subject: 'user.changed', data: { id: _id, username, avatar } }
}

/** Builds the profile of a new account. */
export function newUser(account: Account, { avatar = null, agent = null }: Partial<Own> = {}): UserDoc {
  const { id, username, email, createdAt, rev } = account
  return { _id: id, username, email, accountRev: rev, avatar, createdAt, agent, listed: agent !== null, rev: 1 }
}

/** The profile with what the account says now; null where it says nothing new. */
export function withAccount(user: UserDoc, { username, email, rev }: Account): UserDoc | null {
  return rev > user.accountRev ? { ...user, username, email, accountRev: rev } : null
}

export function withOwn(user: UserDoc, own: Partial<Own>): UserDoc {
  const next = { ...user, ...own }
  return { ...next, listed: next.agent !== null }
}

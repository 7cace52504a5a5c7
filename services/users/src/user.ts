import type { Account } from '@aangan/contracts/accounts'
import type { Agent } from '@aangan/contracts/users'
import type { DocumentEvent } from '@aangan/service-kit/writes/document'

/** Username and email are copies: auth owns them. */
export interface UserDoc {
  _id: string
  username: string
  /** Null for people created by an import. */
  email: string | null
  /** The confirmed address. Absent in copies from before addresses were confirmed: theirs counts as confirmed. */
  mailTo?: string | null
  accountRev: number
  avatar: string | null
  createdAt: string
  /** Null unless listed as an agent. */
  agent: Agent | null
  /** `agent !== null`: not every store can index that. */
  listed: boolean
  rev: number
}

/** The fields that users owns. */
export interface Own {
  avatar: string | null
  agent: Agent | null
}

/** Carries public fields only. */
export function userChanged({ _id, username, avatar }: UserDoc): DocumentEvent {
  return { subject: 'user.changed', data: { id: _id, username, avatar } }
}

export function newUser(account: Account, { avatar = null, agent = null }: Partial<Own> = {}): UserDoc {
  const { id, username, email, mailTo, createdAt, rev } = account
  return { _id: id, username, email, mailTo, accountRev: rev, avatar, createdAt, agent, listed: agent !== null, rev: 1 }
}

/** Null if the account is not newer than the copy. */
export function withAccount(user: UserDoc, { username, email, mailTo, rev }: Account): UserDoc | null {
  return rev > user.accountRev ? { ...user, username, email, mailTo, accountRev: rev } : null
}

export function withOwn(user: UserDoc, own: Partial<Own>): UserDoc {
  const next = { ...user, ...own }
  return { ...next, listed: next.agent !== null }
}

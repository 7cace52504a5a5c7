import type { Account } from '@aangan/contracts/accounts'
import type { Happened } from '@aangan/service-kit/writes/document'

/** An account as it is kept: the only owner of username, e-mail and password. */
export interface AccountDoc {
  _id: string
  username: string
  /** The username in lower case: unique. */
  usernameKey: string
  /** In lower case. Null for people made by an import: they cannot sign in, since they have no password either. */
  email: string | null
  /** The e-mail, or the id where there is none, since an index of unique values takes null only once: unique. */
  emailKey: string
  /** Argon2id in its text form; null for an account that nobody can sign in to. */
  password: string | null
  createdAt: string
  rev: number
  /**
   * Set with a new password: sessions of before are over, but for the one that changed it. They are removed besides; this
   * holds also where that was cut short.
   */
  signedOut?: { at: string; except: string | null }
}

/** The username as it is compared: people who differ only in case are one. */
export function usernameKey(name: string): string {
  return name.toLowerCase()
}

export interface NewAccount {
  id: string
  username: string
  email: string | null
  password: string | null
  now: Date
}

/** Builds the document of a new account from facts that `rules.ts` has checked. */
export function newAccount({ id, username, email, password, now }: NewAccount): AccountDoc {
  return {
    _id: id,
    username,
    usernameKey: usernameKey(username),
    email,
    emailKey: email ?? id,
    password,
    createdAt: now.toISOString(),
    rev: 1,
  }
}

export function toAccount({ _id, username, email, createdAt, rev }: AccountDoc): Account {
  return { id: _id, username, email, createdAt, rev }
}

export function accountChanged(account: AccountDoc): Happened {
  const { rev: _rev, ...data } = toAccount(account)
  return { subject: 'account.changed', data }
}

import { isId } from '@aangan/contracts/ids'
import type { User } from '@aangan/contracts/users'
import { USERNAME_PATTERN } from '@aangan/contracts/users'
import { refuse } from '@aangan/service-kit/query'
import type { Happened } from '@aangan/service-kit/writes/document'

export type Agent = NonNullable<User['agent']>

/** A profile as it is kept. Username and e-mail are auth's: here is a copy. */
export interface UserDoc {
  _id: string
  username: string
  /** The username in lower case: unique. */
  usernameKey: string
  /** Null for people made by an import. */
  email: string | null
  avatar: string | null
  createdAt: string
  /** What they say of themselves as agents; null for those who did not ask to be listed. */
  agent: Agent | null
  /** `agent` as a plain value, since an index cannot hold "not null" on both stores. */
  listed: boolean
  rev: number
}

export interface NewUser {
  username: string
  email?: string | null
  avatar?: string | null
  agent?: Agent | null
}

/** What others hear of every change: as much as anyone may see beside a listing. */
export function userChanged({ _id, username, avatar }: UserDoc): Happened {
  return { subject: 'user.changed', data: { id: _id, username, avatar } }
}

const username = new RegExp(USERNAME_PATTERN)

/** The username as it is compared: people who differ only in case are one. */
export function usernameKey(name: string): string {
  return name.toLowerCase()
}

/**
 * Builds the document of a new profile.
 * @throws BAD_REQUEST naming the field, what it is and what it may be.
 */
export function newUser(facts: NewUser, { id, now }: { id: string; now: Date }): UserDoc {
  if (!isId(id)) refuse('id', id, '24 lower-case hex digits')
  if (!username.test(facts.username)) refuse('username', facts.username, '3 to 20 of letters, digits, _ . and -')
  const agent = facts.agent ?? null
  return {
    _id: id,
    username: facts.username,
    usernameKey: usernameKey(facts.username),
    email: facts.email?.toLowerCase() ?? null,
    avatar: facts.avatar ?? null,
    createdAt: now.toISOString(),
    agent,
    listed: agent !== null,
    rev: 1,
  }
}

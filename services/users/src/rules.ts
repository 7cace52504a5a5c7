import { MAX_AVATAR, REPLY_TIMES, type ReplyTime } from '@aangan/contracts/account-constants'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '@aangan/contracts/post-constants'
import { oneLine } from '@aangan/contracts/text/characters'
import { readPhone } from '@aangan/contracts/text/phones'
import type { Agent, PublicUser, Session, User, UsersQuery } from '@aangan/contracts/users'
import { AppError } from '@aangan/service-kit/errors'
import type { Identity } from '@aangan/service-kit/identity'
import { cursorOf, type Position, positionOf, timeValue } from '@aangan/service-kit/paging'
import { isPictureElsewhere } from '@aangan/service-kit/picture-elsewhere'
import { choiceOf, integerOf, refuse, textOf } from '@aangan/service-kit/query'
import type { UserDoc } from './user.ts'

export interface UserSearch {
  agents: boolean
  limit: number
  after: Position<string> | null
}

const ORDER = 'joined'

/** @throws BAD_REQUEST naming the parameter, its value and what is allowed */
export function readUserSearch(query: UsersQuery): UserSearch {
  const cursor = textOf(query, 'after')
  return {
    agents: choiceOf(query, 'agents', ['true', 'false']) === 'true',
    limit: integerOf(query, 'limit', { min: 1, max: MAX_PAGE_SIZE }) ?? PAGE_SIZE,
    after: cursor === null ? null : positionOf(cursor, ORDER, timeValue),
  }
}

export function keptParams(query: UsersQuery): Record<string, string> {
  const kept = { agents: textOf(query, 'agents'), limit: textOf(query, 'limit') }
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, string] => entry[1] !== null))
}

export function cursorBehind({ createdAt, _id }: UserDoc): string {
  return cursorOf(ORDER, { value: createdAt, id: _id })
}

const OWN_PICTURE = /^\/media\/avatars\/[\w./-]+$/

/** Clients of the specification upload pictures to a service of their own. Throws BAD_REQUEST. */
export function checkAvatar(url: string): string {
  if (url.length > MAX_AVATAR) refuse('avatar', url, `at most ${MAX_AVATAR} characters`)
  if (!isPictureElsewhere(url) && (!OWN_PICTURE.test(url) || url.includes('..')))
    refuse('avatar', url, 'the path of an uploaded picture, or an https URL')
  return url
}

const CONTROL = /\p{Cc}|\p{Surrogate}/u

/** Throws BAD_REQUEST naming the field. */
export function checkAgent(agent: Agent | null): Agent | null {
  if (agent === null) return null
  const line = (name: 'title' | 'location' | 'specialization') => checkLine(`agent.${name}`, agent[name])
  return {
    ...agent,
    title: line('title'),
    location: line('location'),
    specialization: line('specialization'),
    phone: agent.phone && checkPhone(agent.phone),
  }
}

function checkLine(field: string, given: string): string {
  const text = oneLine(given)
  if (text === '' || CONTROL.test(text)) refuse(field, given, 'one line of text, without control characters')
  return text
}

function checkPhone(given: string): string {
  const phone = readPhone(given)
  return phone?.shown ?? refuse('agent.phone', given, 'one phone number, like +91 98200 12345')
}

export function ownOnly(identity: Identity, id: string): void {
  if (identity.id !== id) throw new AppError('FORBIDDEN', 'You can change only your own profile.')
}

export function notFound(): AppError {
  return new AppError('NOT_FOUND', 'User not found.')
}

/** Agents publish their confirmed address by being listed. */
function shownEmail(user: UserDoc, reader: Identity | null): Pick<User, 'email' | 'emailConfirmed'> {
  const { _id, email, mailTo = email, listed } = user
  if (reader?.id !== _id) return listed && mailTo !== null ? { email: mailTo } : {}
  if (email === null) return {}
  return { email, ...(email !== mailTo && { emailConfirmed: false }) }
}

export function toUser(user: UserDoc, reader: Identity | null): User {
  const { username, avatar, createdAt, agent } = user
  return {
    id: user._id,
    username,
    avatar,
    ...shownEmail(user, reader),
    createdAt,
    ...(agent === null ? {} : { agent }),
  }
}

/** Upper limits, in minutes. */
const MOST_MINUTES: Record<ReplyTime, number> = {
  'an hour': 60,
  'a few hours': 360,
  'a day': 1_440,
  'a few days': 5_760,
}

/** Undefined if unknown, or slower than the slowest label. */
export function toReplyTime(minutes: number | undefined): ReplyTime | undefined {
  return minutes === undefined ? undefined : REPLY_TIMES.find((time) => minutes <= MOST_MINUTES[time])
}

/** `unknown` for a new account whose profile has not arrived. */
export function toSession(user: UserDoc | null, reader: Identity | null): Session {
  if (reader === null) return { status: 'visitor' }
  return user === null ? { status: 'unknown' } : { status: 'user', user: toUser(user, reader) }
}

export function toPublicUser({ _id, username, avatar }: UserDoc): PublicUser {
  return { id: _id, username, avatar }
}

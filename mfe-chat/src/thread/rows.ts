import type { ChatWithMessages, Message } from '@aangan/contracts/chats'
import type { Format } from '@aangan/contracts/format'
import { type Unsent, waitsForSite } from '../state/writing-slice.ts'

const DAY_MS = 86_400_000

export type Row =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'unread'; key: string }
  | SubjectRow
  | MessageRow

/** Says which listing the following messages are about. */
export interface SubjectRow {
  kind: 'subject'
  key: string
  postId: string
}

export interface MessageRow {
  kind: 'message'
  key: string
  isOwn: boolean
  text: string
  createdAt: string
  postId: string | null
  /** Display text: 'just now', '5 minutes ago', on other days '2:05 pm'. */
  time: string
  state?: 'Sending' | 'Sent' | 'Seen' | 'Waiting for connection' | 'Not sent'
  /** Whether sender, time or state change after it: only then are time and state visible. */
  endsRun: boolean
  /** Missing until the server has stored it. */
  rev?: number
  unsent?: Unsent
}

interface RowsOf {
  chat: Pick<ChatWithMessages, 'messages' | 'readRev' | 'postId'>
  unsent: readonly Unsent[]
  readerId: string
  /** The other person's messages after this revision are new; null if unknown. */
  unreadAfter: number | null
  format: Format
  now: number
}

export function rowsOf({ chat, unsent, readerId, unreadAfter, format, now }: RowsOf): Row[] {
  const timeOf = readTime(format, now)
  const stored = chat.messages.map((message) => storedRow(message, message.userId === readerId, chat.readRev))
  const waiting = unsent.map((message) => unsentRow(message, readerId, chat.postId))
  const all = [...stored, ...waiting].map((row) => ({ ...row, time: timeOf(row.createdAt) }))
  const firstUnread = all.find(({ isOwn, rev = 0 }) => unreadAfter !== null && !isOwn && rev > unreadAfter)
  // If all messages are about the listing shown at the top, no subject line is needed.
  let subject = all.every(({ postId }) => postId === null || postId === chat.postId) ? chat.postId : null
  let day = ''
  return all.flatMap((row, at): Row[] => {
    const label = dayOf(row.createdAt, format, now)
    const begins: Row[] = label === day ? [] : [{ kind: 'day', key: `day ${row.key}`, label }]
    day = label
    if (row === firstUnread) begins.push({ kind: 'unread', key: 'unread' })
    if (row.postId !== null && row.postId !== subject) {
      subject = row.postId
      begins.push({ kind: 'subject', key: `subject ${row.key}`, postId: subject })
    }
    const next = all[at + 1]
    const isSame = next?.isOwn === row.isOwn && next.time === row.time && next.postId === row.postId
    const goesOn = isSame && next.state === row.state
    return [...begins, { ...row, endsRun: !goesOn || row.state === 'Not sent' }]
  })
}

type UntimedRow = Omit<MessageRow, 'time' | 'endsRun'>

function storedRow(message: Message, isOwn: boolean, readRev: number): UntimedRow {
  const { userId, clientId, text, createdAt, rev, postId } = message
  const row = { kind: 'message' as const, key: `${userId} ${clientId}`, isOwn, text, createdAt, rev, postId }
  return isOwn ? { ...row, state: rev <= readRev ? 'Seen' : 'Sent' } : row
}

/** Uses the key that it will have once stored, so that the row is not remounted. */
function unsentRow(unsent: Unsent, readerId: string, postId: string | null): UntimedRow {
  const { clientId, text, createdAt, status } = unsent
  const failed = waitsForSite(unsent) ? 'Waiting for connection' : 'Not sent'
  const state = status === 'failed' ? failed : 'Sending'
  return { kind: 'message', key: `${readerId} ${clientId}`, isOwn: true, text, createdAt, postId, state, unsent }
}

function dayOf(time: string, format: Format, now: number): string {
  const day = format.date(time)
  if (day === format.date(new Date(now).toISOString())) return 'Today'
  return day === format.date(new Date(now - DAY_MS).toISOString()) ? 'Yesterday' : day
}

/** Other days have a heading, so the clock time says more than 'n days ago'. */
function readTime(format: Format, now: number): (time: string) => string {
  return (time) => (dayOf(time, format, now) === 'Today' ? format.ago(time, now) : format.zonedClock(time))
}

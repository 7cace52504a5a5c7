import type { ChatWithMessages, Message } from '@aangan/contracts/chats'
import type { Format } from '@aangan/contracts/format'
import type { Unsent } from '../state/writing-slice.ts'

const DAY_MS = 86_400_000

export type Row = { kind: 'day'; key: string; label: string } | { kind: 'unread'; key: string } | MessageRow

export interface MessageRow {
  kind: 'message'
  key: string
  isOwn: boolean
  text: string
  createdAt: string
  /** How it is read: 'just now', '5 minutes ago', and of another day '2:05 pm'. */
  time: string
  state?: 'Sending' | 'Sent' | 'Seen' | 'Not sent'
  /** Whether the next one is another's, or of another time or state: only then is that shown. */
  endsRun: boolean
  /** What the server has; absent until then. */
  rev?: number
  unsent?: Unsent
}

interface RowsOf {
  chat: Pick<ChatWithMessages, 'messages' | 'readRev'>
  unsent: readonly Unsent[]
  readerId: string
  /** Messages of the other person behind this one are new; null where that is not known. */
  unreadAfter: number | null
  format: Format
  now: number
}

export function rowsOf({ chat, unsent, readerId, unreadAfter, format, now }: RowsOf): Row[] {
  const timeOf = readTime(format, now)
  const stored = chat.messages.map((message) => storedRow(message, message.userId === readerId, chat.readRev))
  const waiting = unsent.map((message) => unsentRow(message, readerId))
  const all = [...stored, ...waiting].map((row) => ({ ...row, time: timeOf(row.createdAt) }))
  const firstUnread = all.find(({ isOwn, rev = 0 }) => unreadAfter !== null && !isOwn && rev > unreadAfter)
  let day = ''
  return all.flatMap((row, at): Row[] => {
    const label = dayOf(row.createdAt, format, now)
    const begins: Row[] = label === day ? [] : [{ kind: 'day', key: `day ${label}`, label }]
    day = label
    if (row === firstUnread) begins.push({ kind: 'unread', key: 'unread' })
    const next = all[at + 1]
    const goesOn = next?.isOwn === row.isOwn && next.time === row.time && next.state === row.state
    return [...begins, { ...row, endsRun: !goesOn || row.state === 'Not sent' }]
  })
}

type UntimedRow = Omit<MessageRow, 'time' | 'endsRun'>

function storedRow({ userId, clientId, text, createdAt, rev }: Message, isOwn: boolean, readRev: number): UntimedRow {
  const row = { kind: 'message' as const, key: `${userId} ${clientId}`, isOwn, text, createdAt, rev }
  return isOwn ? { ...row, state: rev <= readRev ? 'Seen' : 'Sent' } : row
}

/** Under the key that it has once it is stored: the line stays the same one. */
function unsentRow(unsent: Unsent, readerId: string): UntimedRow {
  const { clientId, text, createdAt, status } = unsent
  const state = status === 'failed' ? 'Not sent' : 'Sending'
  return { kind: 'message', key: `${readerId} ${clientId}`, isOwn: true, text, createdAt, state, unsent }
}

function dayOf(time: string, format: Format, now: number): string {
  const day = format.date(time)
  if (day === format.date(new Date(now).toISOString())) return 'Today'
  return day === format.date(new Date(now - DAY_MS).toISOString()) ? 'Yesterday' : day
}

/** Its day stands above it: 'n days ago' would say less. */
function readTime(format: Format, now: number): (time: string) => string {
  return (time) => (dayOf(time, format, now) === 'Today' ? format.ago(time, now) : format.clock(time))
}

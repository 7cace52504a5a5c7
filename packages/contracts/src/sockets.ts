import type { Message } from './chats.ts'

/** What the server sends over the shell's one socket, by event name. */
export interface ServerEvents {
  /** A message for this person, each exactly once and in order of its chat. */
  getMessage: Message
  /** A chat of this person turned from read to unread; `unread` is how many are unread now. */
  getNotification: { count: 1; unread: number; chatId?: string }
  /** The other person of a chat writes. It may be lost, and counts for a few seconds. */
  typing: { chatId: string; userId: string }
  /** Somebody whom this person chats with came or went. It may be lost. */
  presence: { userId: string; online: boolean }
  /** The other person of a chat has read it up to this `rev`. */
  read: { chatId: string; userId: string; rev: number }
}

/**
 * What the browser sends, by event name, with what the server acknowledges it with.
 * @public no code of ours sends or hears it before there is a socket
 */
export interface ClientEvents {
  /** A user id, as clients of the specification send it; the server goes by the session alone. */
  newUser: { data: string; ack: undefined }
  /** Acknowledged and otherwise ignored: delivery comes from the message that was stored over HTTP. */
  sendMessage: { data: { receiverId: string; data: Message }; ack: { ok: true } }
  typing: { data: { chatId: string }; ack: undefined }
}

/** One event of the socket, as remotes get it: `type` tells which `data` it carries. */
export type LiveMessage = { [Type in keyof ServerEvents]: { type: Type; data: ServerEvents[Type] } }[keyof ServerEvents]

import type { Message } from './chats.ts'

/** Events from the server over the shell's one socket. Other teams add their own as they add slots (slots.ts). */
export interface ServerEvents {
  /** A message for this user, delivered exactly once and in the order of its chat. */
  getMessage: Message
  /** A message this user sent, for all of their tabs, in the same order. */
  ownMessage: Message
  /** A chat of this user became unread; `unread` is how many are unread now. */
  getNotification: { count: 1; unread: number; chatId?: string }
  /** The other person of a chat is typing. May be lost; expires after a few seconds. */
  typing: { chatId: string; userId: string }
  /** A chat partner came online or went offline. May be lost. */
  presence: { userId: string; online: boolean }
  /** One of the two, possibly this user in another tab, has read the chat up to `rev`. May be lost. */
  read: { chatId: string; userId: string; rev: number }
  /** The other person of a chat, `userId`, has deleted their account. May be lost. */
  left: { chatId: string; userId: string }
}

/** Events from the browser, with the server's acknowledgement. */
export interface ClientEvents {
  /** A user id, sent by clients of the specification; the server trusts only the session. */
  newUser: { data: string; ack: undefined }
  /** Acknowledged and otherwise ignored: a message is delivered once it was stored over HTTP. */
  sendMessage: { data: { receiverId: string; data: Message }; ack: { ok: true } }
  /** Only for chats that this socket watches. */
  typing: { data: { chatId: string }; ack: undefined }
  /**
   * Subscribes to `presence` and `typing` of these chats' other people, replacing the previous subscription; at most
   * WATCHED_CHATS. The acknowledgement lists who is online.
   */
  watch: { data: { chatIds: string[] }; ack: { online: string[] } }
}

/** Events that the shell adds to the stream. */
interface ShellEvents {
  /** The socket connected or reconnected: fetch what was sent before. */
  connected: null
  /** The socket was lost, or could not be opened. Late subscribers get it at once. */
  disconnected: null
}

type StreamEvents = ServerEvents & ShellEvents

/** One event of the socket; `type` discriminates `data`. */
export type LiveMessage = { [Type in keyof StreamEvents]: { type: Type; data: StreamEvents[Type] } }[keyof StreamEvents]

/**
 * Sends an event and resolves with the server's acknowledgement. Rejects if the socket is down, nobody is signed in, or
 * no acknowledgement arrives within 5 s: delivery is never guaranteed.
 */
export type SendLive = <Type extends keyof ClientEvents>(
  type: Type,
  data: ClientEvents[Type]['data'],
) => Promise<ClientEvents[Type]['ack']>

import type { Message } from './chats.ts'

/** What the server sends over the shell's one socket, by event name. */
export interface ServerEvents {
  /** A message for this person, each exactly once and in order of its chat. */
  getMessage: Message
  /** A message that this person sent, for all of their tabs, in order as above. */
  ownMessage: Message
  /** A chat of this person turned from read to unread; `unread` is how many are unread now. */
  getNotification: { count: 1; unread: number; chatId?: string }
  /** The other person of a chat writes. It may be lost, and counts for a few seconds. */
  typing: { chatId: string; userId: string }
  /** Somebody whom this person chats with came or went. It may be lost. */
  presence: { userId: string; online: boolean }
  /** One of a chat's two people, maybe this one in another tab, has read it up to this `rev`. It may be lost. */
  read: { chatId: string; userId: string; rev: number }
}

/** What the browser sends, by event name, with what the server acknowledges it with. */
export interface ClientEvents {
  /** A user id, as clients of the specification send it; the server goes by the session alone. */
  newUser: { data: string; ack: undefined }
  /** Acknowledged and otherwise ignored: delivery comes from the message that was stored over HTTP. */
  sendMessage: { data: { receiverId: string; data: Message }; ack: { ok: true } }
  /** Counts for chats that this socket watches. */
  typing: { data: { chatId: string }; ack: undefined }
  /**
   * Asks for `presence` and `typing` of these chats' other people from now on, instead of those asked for before; at most
   * WATCHED_CHATS. The answer names who is there.
   */
  watch: { data: { chatIds: string[] }; ack: { online: string[] } }
}

/** What the shell itself tells on the stream. */
interface ShellEvents {
  /** The socket is there, again or at first: what was sent before has to be asked for. */
  connected: null
  /** The socket has gone, or could not be opened. Who listens later is told at once. */
  disconnected: null
}

type StreamEvents = ServerEvents & ShellEvents

/** One event of the socket, as remotes get it: `type` tells which `data` it carries. */
export type LiveMessage = { [Type in keyof StreamEvents]: { type: Type; data: StreamEvents[Type] } }[keyof StreamEvents]

/**
 * Sends one event and resolves with what the server acknowledges it with. Rejects where the socket is away, nobody is
 * signed in, or no answer comes within 5 s: all that is sent this way may be lost.
 */
export type SendLive = <Type extends keyof ClientEvents>(
  type: Type,
  data: ClientEvents[Type]['data'],
) => Promise<ClientEvents[Type]['ack']>

import { WATCHED_CHATS } from '@aangan/contracts/chat-constants'
import { isId } from '@aangan/contracts/ids'
import type { Bus } from '@aangan/service-kit/bus/bus'
import type { Io, IoSocket } from './io.ts'
import { roomOf } from './io.ts'
import type { Presence } from './presence.ts'

const ASK_MS = 3_000

interface Parts {
  io: Io
  bus: Bus
  presence: Presence
}

/** @returns who of the chats' other people is online; null for invalid input */
export async function watch(socket: IoSocket, asked: unknown, { bus, presence }: Parts): Promise<string[] | null> {
  const { userId } = socket.data
  const chatIds = chatIdsOf(asked)
  if (userId === null || chatIds === null) return null
  socket.data.asked = chatIds
  const partners = await partnersOf([socket], { userId, chatIds }, bus)
  for (const room of roomsOf(socket.data.watched)) void socket.leave(room)
  // The socket may have disconnected during the request.
  if (!socket.connected) return null
  subscribe(socket, partners)
  return [...new Set(Object.values(partners))].filter(presence.isOnline)
}

/** Our adapters join synchronously; only others return a promise. */
function subscribe(socket: IoSocket, watched: Record<string, string>): void {
  socket.data.watched = watched
  void socket.join(roomsOf(watched))
}

/** @param sockets of the user who asks */
async function partnersOf(
  sockets: IoSocket[],
  asked: { userId: string; chatIds: string[] },
  bus: Bus,
): Promise<Record<string, string>> {
  const blocked = new Set<string>()
  for (const { data } of sockets) data.blocked = blocked
  try {
    const found = await bus.request('chats.partners', asked, { timeoutMs: ASK_MS })
    return Object.fromEntries(Object.entries(found).filter(([chatId]) => !blocked.has(chatId)))
  } finally {
    for (const { data } of sockets) data.blocked = null
  }
}

/** Subscribes a user's sockets on this node to a chat that they wanted to watch while one had blocked the other. */
export async function resume(userId: string, chatId: string, { io, bus, presence }: Parts): Promise<void> {
  const waiting = () => socketsOf(io, userId).filter(({ data }) => data.asked.includes(chatId))
  const sockets = waiting()
  if (sockets.length === 0) return
  const partners = await partnersOf(sockets, { userId, chatIds: [chatId] }, bus)
  for (const socket of waiting()) {
    subscribe(socket, { ...socket.data.watched, ...partners })
    for (const partner of Object.values(partners))
      if (presence.isOnline(partner)) socket.emit('presence', { userId: partner, online: true })
  }
}

/** Unsubscribes a chat's two people from each other, on this node. */
export function separate(io: Io, chatId: string, [one, other]: [string, string]): void {
  for (const [userId, partner] of [
    [one, other],
    [other, one],
  ] as const) {
    for (const socket of socketsOf(io, userId)) {
      socket.data.blocked?.add(chatId)
      const { [chatId]: partnerHere, ...watched } = socket.data.watched
      if (partnerHere === undefined) continue
      socket.data.watched = watched
      for (const room of roomsOf({ [chatId]: partner })) void socket.leave(room)
      socket.emit('presence', { userId: partner, online: false })
    }
  }
}

export function socketsOf(io: Io, userId: string): IoSocket[] {
  const { sockets, adapter } = io.of('/')
  return [...(adapter.rooms.get(roomOf.user(userId)) ?? [])].flatMap((id) => sockets.get(id) ?? [])
}

export function tellTyping(socket: IoSocket, asked: unknown): void {
  const { userId, watched } = socket.data
  const chatId: unknown = Object(asked).chatId
  if (userId === null || typeof chatId !== 'string' || !Object.hasOwn(watched, chatId)) return
  socket.to(roomOf.chat(chatId)).except(roomOf.user(userId)).emit('typing', { chatId, userId })
}

function roomsOf(watched: Record<string, string>): string[] {
  return Object.entries(watched).flatMap(([chatId, userId]) => [roomOf.chat(chatId), roomOf.watchersOf(userId)])
}

function chatIdsOf(asked: unknown): string[] | null {
  const chatIds: unknown = Object(asked).chatIds
  if (!Array.isArray(chatIds) || chatIds.length > WATCHED_CHATS) return null
  return chatIds.every((id) => typeof id === 'string' && isId(id)) ? chatIds : null
}

import type { Events } from '@aangan/contracts/events'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import { type Io, roomOf } from './io.ts'
import { createOrder } from './order.ts'
import { separate } from './watching.ts'

type SentMessage = Events['message.sent']

const ASK_MS = 2_000

/** Each node follows all events itself, in order; it calls `onGap` if it may have missed some. */
export async function forwardEvents(io: Io, bus: Bus, onGap: () => void): Promise<Subscription> {
  const order = createOrder<SentMessage>({
    tell: (message) => tellMessage(io, message),
    onLateEvent: (message) => notify(io, message),
    find: async (between) => {
      const found = await bus.request('chats.messages', between, { timeoutMs: ASK_MS })
      return found.map((message) => ({ ...message, unread: null }))
    },
  })
  const following = await bus.follow({
    subjects: ['message.sent'],
    from: 'now',
    handle: async ({ data }) => order.take(data),
    onGap: async () => onGap(),
  })
  const listening = await bus.listen({
    subjects: ['chat.read'],
    async handle({ data: { receiverId, ...read } }) {
      const hearing = receiverId === null ? [read.userId] : [read.userId, receiverId]
      io.local.to(hearing.map(roomOf.user)).emit('read', read)
    },
  })
  const blocking = await bus.listen({
    subjects: ['chat.blocked'],
    handle: async ({ data: { chatId, userIDs } }) => separate(io, chatId, userIDs),
  })
  const leaving = await bus.listen({
    subjects: ['chat.left'],
    async handle({ data: { receiverId, ...left } }) {
      io.local.to(roomOf.user(receiverId)).emit('left', left)
    },
  })
  return {
    async stop() {
      await Promise.all([following.stop(), listening.stop(), blocking.stop(), leaving.stop()])
      order.stop()
    },
  }
}

function tellMessage(io: Io, sent: SentMessage): void {
  const { receiverId, unread: _unread, ...message } = sent
  tabsOf(io, receiverId)?.emit('getMessage', message)
  notify(io, sent)
  tabsOf(io, message.userId)?.emit('ownMessage', message)
}

function notify(io: Io, { receiverId, unread, chatId }: SentMessage): void {
  if (unread !== null) tabsOf(io, receiverId)?.emit('getNotification', { count: 1, unread, chatId })
}

/** Null if the user has no socket at this node: Socket.IO would encode anyway, a fifth of the cost of an event. */
function tabsOf(io: Io, userId: string) {
  const room = roomOf.user(userId)
  return io.of('/').adapter.rooms.has(room) ? io.local.to(room) : null
}

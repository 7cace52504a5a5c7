import type { Events } from '@aangan/contracts/events'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import type { Parts } from '@aangan/service-kit/parts'
import { type Io, roomOf } from './io.ts'
import { createOrder } from './order.ts'
import type { TakeTurn } from './person-turns.ts'
import type { Presence } from './presence.ts'
import { resume, separate } from './watching.ts'

type SentMessage = Events['message.sent']

const ASK_MS = 2_000

interface Forwarding {
  io: Io
  bus: Bus
  presence: Presence
  takeTurn: TakeTurn
  log: Parts['log']
  /** Called if this node may have missed events. */
  onGap(): void
}

/** Each node follows all events itself, in order. */
export async function forwardEvents({ io, bus, presence, takeTurn, log, onGap }: Forwarding): Promise<Subscription> {
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
  const resumeInTurn = (userId: string, chatId: string) =>
    takeTurn(userId, () =>
      resume(userId, chatId, { io, bus, presence }).catch((error: unknown) =>
        log.warn({ err: error }, 'could not look up a chat that was unblocked'),
      ),
    )
  const unblocking = await bus.listen({
    subjects: ['chat.unblocked'],
    async handle({ data: { chatId, userIDs } }) {
      for (const userId of userIDs) resumeInTurn(userId, chatId)
    },
  })
  const leaving = await bus.listen({
    subjects: ['chat.left'],
    async handle({ data: { receiverId, ...left } }) {
      io.local.to(roomOf.user(receiverId)).emit('left', left)
    },
  })
  return {
    async stop() {
      await Promise.all([following.stop(), listening.stop(), blocking.stop(), unblocking.stop(), leaving.stop()])
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

import type { Events } from '@aangan/contracts/events'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import type { RemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import type { ChatStore } from '../store.ts'
import type { ReplyStore } from './reply-store.ts'
import type { Turn } from './turns.ts'

/** Asynchronous, so that sending a message does not wait for it. */
export function followMessages(
  bus: Bus,
  { store, replies, removed }: { store: ChatStore; replies: ReplyStore; removed: RemovedAccounts },
): Promise<Subscription> {
  return bus.subscribe({
    durable: 'chats-replies',
    subjects: ['message.sent'],
    async handle({ data }) {
      const turn = await answeredBy(store, data)
      if (turn !== null && !(await removed.has(data.userId))) await replies.add(data.userId, turn)
    },
  })
}

/** Null for a follow-up or the first message. Deterministic, since messages never change. */
async function answeredBy(store: ChatStore, answer: Events['message.sent']): Promise<Turn | null> {
  const { chatId, userId, rev, createdAt } = answer
  const before = await store.findMessage(chatId, rev - 1)
  if (before === null || before.userId === userId) return null
  const own = await store.lastOf(userId, chatId, rev)
  const first = await store.findMessage(chatId, (own?.rev ?? 0) + 1)
  if (first === null) return null
  const at = Date.parse(createdAt)
  return { id: `${chatId}:${rev}`, at, tookMs: Math.max(0, at - Date.parse(first.createdAt)) }
}

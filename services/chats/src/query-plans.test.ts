import { queryPlans } from '@aangan/service-kit/testing/query-plans'
import { expect, test } from 'vitest'
import { createAllowances } from './allowances.ts'
import { createReaderStore } from './away/reader-store.ts'
import { CHATS_MIGRATIONS } from './migrations.ts'
import { createReplyStore } from './replies/reply-store.ts'
import { createChatStore } from './store.ts'

const NOW = new Date()

test('every query of the chat store uses an index', async () => {
  const plans = await queryPlans({ name: 'chats', migrations: CHATS_MIGRATIONS }, async (store) => {
    const chats = createChatStore(store)
    await chats.findMany(['a', 'b'])
    const { chat } = await chats.open(['u', 'v'], { postId: null, now: NOW })
    const message = {
      _id: 'm',
      chatId: chat._id,
      userId: 'u',
      receiverId: 'v',
      rev: 2,
      text: 'x',
      createdAt: NOW.toISOString(),
    }
    for (const outbox of chats.writes.outboxes) await outbox.settle(message)
    await chats.lastOfChat('a')
    await chats.page('a', { after: null, before: null, limit: 60 })
    await chats.page('a', { after: 1, before: null, limit: 60 })
    await chats.page('a', { after: null, before: 9, limit: 60 })
    await chats.firstOf('u', { chatId: 'a', after: 1, limit: 60 })
    await chats.lastOf('u', 'a', 9)
    await chats.findMessage('a', 1)
    await chats.reports.list({ state: 'open', limit: 60 })
    await chats.reports.around('m')
    await chats.seats.ofPerson('u', 60)
    await chats.seats.findMany(['a:u', 'a:v'])
    await chats.seats.countUnread('u')
    await chats.seats.read('a:u', 1, NOW)
    await chats.seats.waiting(0, 60)
    await chats.seats.waitingOf('u', 60)
    await createReplyStore(store).findMany(['u', 'v'])
    const readers = createReaderStore(store)
    await readers.claim('u', 0, 1)
    await readers.stops.sweep(NOW)
    await chats.seats.someOf('u', 60)
    await chats.seats.pageOf('u', 'a', 60)
    await chats.removeChat('a', 60)
    await chats.reports.of('u')
    await chats.reports.forgetReporter('u', 60)
    await readers.forget('u', 60)
    const allowances = createAllowances(store, 1_000)
    await allowances.take('u', 1, NOW)
    await allowances.take('u', 1_000, NOW)
    await allowances.giveBack('u', 1)
    await allowances.of('u')
    await allowances.forget('u')
  })
  expect(plans).toEqual([
    'chats._id (_id=?)',
    'seats._id (_id=?)',
    'messages.chatId_userId_rev (<expr>=? AND <expr>=? AND <expr>>? AND <expr><?)',
    'seats.userId_isUnread (<expr>=? AND <expr>=?)',
    'messages.chatId_rev (<expr>=?)',
    'messages.chatId_rev (<expr>=? AND <expr>>?)',
    'messages.chatId_rev (<expr>=? AND <expr><?)',
    'messages.chatId_userId_rev (<expr>=? AND <expr>=? AND <expr>>?)',
    'messages.chatId_userId_rev (<expr>=? AND <expr>=? AND <expr><?)',
    'messages.chatId_rev (<expr>=? AND <expr>=?)',
    'reports.state_createdAt__id (<expr>=?)',
    'messages._id (_id=?)',
    'seats.userId_lastAt__id (<expr>=?)',
    'seats.waitsSince (<expr><?)',
    // A person's unread chats.
    'seats.userId_isUnread (<expr>=? AND <expr>=?), USE TEMP B-TREE FOR ORDER BY',
    'replies._id (_id=?)',
    'readers._id (_id=?)',
    'mail-stops.expiresAt (<expr><?)',
    'seats.userId_isUnread (<expr>=?)',
    'seats.userId__id (<expr>=? AND _id>?)',
    'reports.reporterId (<expr>=?)',
    'mail-stops.userId (<expr>=?)',
    'allowances._id (_id=?)',
  ])
})

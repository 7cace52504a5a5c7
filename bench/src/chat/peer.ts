import { createHash, randomBytes } from 'node:crypto'
import { type ChatDoc, chatIdOf, type MessageDoc, newSeat, type SeatDoc, seatIdOf, toMessage } from '@aangan/chats/chat'
import { CHATS_MIGRATIONS } from '@aangan/chats/migrations'
import { Message, MessageBody } from '@aangan/contracts/chats'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { migrate } from '@aangan/service-kit/store/migrations'
import { openStore } from '@aangan/service-kit/store/open'
import { isDuplicateKey } from '@aangan/service-kit/store/store'
import jwt from '@fastify/jwt'
import fastify from 'fastify'
import { Server } from 'socket.io'

/**
 * Baseline for the chat tier: a single-process chat without gateway, bus or other nodes. It stores the same documents
 * with the same indexes and emits the same events to the same people.
 */
const { env } = process
const store = await openStore(env.STORE_URL ?? '', { name: 'peer' })
await migrate('peer', store, CHATS_MIGRATIONS)
const chats = store.collection<ChatDoc>('chats')
const messages = store.collection<MessageDoc>('messages')
const seats = store.collection<SeatDoc>('seats')

const keys = createKeyPair()
const app = fastify()
await app.register(jwt, {
  secret: { private: keys.privateKey, public: keys.publicKeys[0] },
  sign: { algorithm: 'EdDSA', expiresIn: '7d' },
  verify: { algorithms: ['EdDSA'], cache: 10_000 },
})

/** Throws if the session is invalid. */
function userOf(cookie: string | undefined): string {
  const [, token = ''] = /(?:^|; ?)token=([\w.-]+)/.exec(cookie ?? '') ?? []
  return app.jwt.verify<{ sub: string }>(token).sub
}

const io = new Server(app.server, { perMessageDeflate: false })
io.on('connection', (socket) => {
  void socket.join(userOf(socket.handshake.headers.cookie))
})

async function add(facts: Omit<MessageDoc, '_id' | 'rev'>): Promise<{ message: MessageDoc; isNew: boolean }> {
  const { chatId, userId, clientId } = facts
  for (;;) {
    const last = await messages.findOne({ chatId }, { sort: { rev: -1 }, projection: { rev: 1 } })
    const message = { _id: randomBytes(12).toString('hex'), rev: (last?.rev ?? 0) + 1, ...facts }
    try {
      await messages.insertOne(message)
      return { message, isNew: true }
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      const same = await messages.findOne({ chatId, userId, clientId })
      if (same !== null) return { message: same, isNew: false }
    }
  }
}

/** Updates both inboxes; sends the receiver the unread count if this message made the chat unread. */
async function showInInboxes({ chatId, userId, receiverId, rev, text, createdAt }: MessageDoc): Promise<void> {
  const receiver = seatIdOf(chatId, receiverId)
  const unread = { isUnread: true, waitsSince: Date.parse(createdAt) }
  const { modifiedCount } = await seats.updateOne({ _id: receiver, isUnread: false }, { $set: unread })
  const latest = { lastRev: rev, lastText: text, lastAt: createdAt }
  const updates = [
    { filter: { _id: seatIdOf(chatId, userId), lastRev: { $lt: rev } }, update: { $set: latest } },
    { filter: { _id: receiver, otherRev: { $lt: rev } }, update: { $set: { ...latest, otherRev: rev } } },
  ]
  await seats.bulkWrite(
    updates.map((updateOne) => ({ updateOne })),
    { ordered: false },
  )
  if (modifiedCount === 0) return
  const count = await seats.countDocuments({ userId: receiverId, isUnread: true })
  io.to(receiverId).emit('getNotification', { count: 1, unread: count, chatId })
}

const send = { body: MessageBody, response: { 201: Message } }
app.post<{ Params: { chatId: string }; Body: MessageBody }>(
  '/messages/:chatId',
  { schema: send },
  async (request, reply) => {
    const userId = userOf(request.headers.cookie)
    const chat = await chats.findOne({ _id: request.params.chatId })
    const receiverId = chat?.userIDs.find((id) => id !== userId)
    if (!chat?.userIDs.includes(userId) || receiverId === undefined) return reply.code(404).send()
    const { text, clientId = '' } = request.body
    const facts = { chatId: chat._id, userId, receiverId, text, clientId, postId: chat.postId }
    const { message, isNew } = await add({ ...facts, createdAt: new Date().toISOString() })
    const shown = toMessage(message)
    if (isNew) {
      io.to(receiverId).emit('getMessage', shown)
      io.to(userId).emit('ownMessage', shown)
      await showInInboxes(message)
    }
    reply.code(201)
    return shown
  },
)

// Endpoints that the load generator calls during setup.
app.get('/livez', async () => ({}))
app.post('/auth/register', async () => ({}))
app.post<{ Body: { username: string } }>('/auth/login', async ({ body: { username } }, reply) => {
  const id = createHash('sha256').update(username).digest('hex').slice(0, 24)
  reply.header('set-cookie', `token=${app.jwt.sign({ sub: id })}; HttpOnly`)
  return { id }
})
app.post<{ Body: { receiverId: string } }>('/chats', async ({ body: { receiverId }, headers }) => {
  const userId = userOf(headers.cookie)
  const id = chatIdOf(userId, receiverId)
  const both = [newSeat(id, userId, receiverId), newSeat(id, receiverId, userId)]
  await seats.bulkWrite(
    both.map((document) => ({ insertOne: { document } })),
    { ordered: false },
  )
  const chat: ChatDoc = { _id: id, userIDs: [userId, receiverId], createdAt: new Date().toISOString(), postId: null }
  await chats.insertOne(chat)
  return { id }
})

await app.listen({ host: '127.0.0.1', port: Number(env.PORT) })

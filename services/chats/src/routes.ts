import type { IncomingHttpHeaders } from 'node:http'
import { MessageAnswer } from '@aangan/contracts/accounts'
import {
  BlockBody,
  Chat,
  ChatBody,
  ChatWithMessages,
  Message,
  MessageBody,
  MessageReportBody,
  MessagesQuery,
  ReadBody,
} from '@aangan/contracts/chats'
import { ErrorBody } from '@aangan/contracts/errors'
import { requireIdentity } from '@aangan/service-kit/identity'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import type { Conversations } from './conversations.ts'
import { readPage } from './rules.ts'

const refused = { '4xx': ErrorBody }
const ById = Type.Object({ id: Type.String() })
const ByChat = Type.Object({ chatId: Type.String() })
const ByPair = Type.Object({ userId: Type.String(), otherUserId: Type.String() })

export function addChatRoutes(app: App, conversations: Conversations): void {
  app.register(async (scope) => {
    scope.addHook('preValidation', async (request, reply) => {
      requireIdentity(request)
      reply.header('cache-control', 'no-store')
    })
    addRoutes(scope, conversations)
  })
}

function addRoutes(app: App, conversations: Conversations): void {
  app.get('/chats', { schema: { response: { 200: Type.Array(Chat), ...refused } } }, (request) =>
    conversations.list(requireIdentity(request).id),
  )

  const open = { body: ChatBody, response: { 200: Chat, 201: Chat, ...refused } }
  app.post('/chats', { schema: open }, async (request, reply) => {
    const { chat, isNew } = await conversations.open(requireIdentity(request).id, request.body)
    reply.code(isNew ? 201 : 200)
    return chat
  })

  const between = { params: ByPair, response: { 200: Type.Array(ChatWithMessages), ...refused } }
  app.get('/chats/between/:userId/:otherUserId', { schema: between }, async (request) => {
    const { userId, otherUserId } = request.params
    return [await conversations.between(requireIdentity(request).id, [userId, otherUserId])]
  })

  const one = { params: ById, response: { 200: ChatWithMessages, ...refused } }
  app.get('/chats/:id', { schema: one }, (request) =>
    conversations.get(requireIdentity(request).id, request.params.id, isSeen(request)),
  )

  const read = { params: ById, body: ReadBody, response: { 200: Chat, ...refused } }
  app.put('/chats/read/:id', { schema: read }, (request) =>
    conversations.read(requireIdentity(request).id, request.params.id, request.body),
  )

  const block = { params: ById, body: BlockBody, response: { 200: Chat, ...refused } }
  app.put('/chats/block/:id', { schema: block }, (request) =>
    conversations.block(requireIdentity(request).id, request.params.id, request.body.isBlocked),
  )

  const page = { params: ByChat, querystring: MessagesQuery, response: { 200: Type.Array(Message), ...refused } }
  app.get('/messages/:chatId', { schema: page }, (request) =>
    conversations.messages(requireIdentity(request).id, request.params.chatId, readPage(request.query)),
  )

  const send = { params: ByChat, body: MessageBody, response: { 201: Message, ...refused } }
  app.post('/messages/:chatId', { schema: send }, async (request, reply) => {
    const message = await conversations.send(requireIdentity(request).id, request.params.chatId, request.body)
    reply.code(201)
    return message
  })

  const report = { params: ByChat, body: MessageReportBody, response: { 201: MessageAnswer, ...refused } }
  app.post('/messages/:chatId/reports', { schema: report }, async (request, reply) => {
    await conversations.report(requireIdentity(request).id, request.params.chatId, request.body)
    reply.code(201)
    return { message: 'Thank you. We look at every report.' }
  })
}

/** False if the browser fetches the chat for an image or a link on another page: then the chat was not read. */
function isSeen({ headers }: { headers: IncomingHttpHeaders }): boolean {
  const { 'sec-fetch-dest': destination = 'empty' } = headers
  return destination === 'empty'
}

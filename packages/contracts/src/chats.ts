import { type Static, Type } from 'typebox'
import { MAX_CLIENT_ID, MESSAGE_REPORT_REASONS } from './chat-constants.ts'
import { Id } from './id-schema.ts'
import { MAX_REPORT_TEXT } from './post-constants.ts'
import { PublicUser } from './users.ts'

const IdOrNull = Type.Union([Id, Type.Null()])

/** A message of a chat. Browser code imports types from here and nothing else: the schemas bring TypeBox along. */
export const Message = Type.Object({
  id: Id,
  chatId: Id,
  userId: Id,
  text: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  /** The message's number in its chat, from 1, without gaps: clients order by it and ask for what they missed. */
  rev: Type.Integer({ minimum: 1 }),
  /** Chosen by the sender, so that sending it again makes no second message. */
  clientId: Type.String(),
  /** The listing that the chat was about when it was sent. */
  postId: IdOrNull,
})
export type Message = Static<typeof Message>

/** A chat of two people. */
export const Chat = Type.Object({
  id: Id,
  userIDs: Type.Array(Id, { minItems: 2, maxItems: 2 }),
  createdAt: Type.String({ format: 'date-time' }),
  /** Those of the two who have nothing unread in it. */
  seenBy: Type.Array(Id),
  lastMessage: Type.Union([Type.String(), Type.Null()]),
  /** Whether the reader wrote it. */
  isLastOwn: Type.Boolean(),
  /** When it was sent; of an empty chat when that was opened. */
  lastAt: Type.String({ format: 'date-time' }),
  /** The listing that it is about. */
  postId: IdOrNull,
  /** Whether the reader has blocked the other person. */
  isBlocked: Type.Boolean(),
  /** Up to which message the reader had read when this was asked. */
  ownReadRev: Type.Integer({ minimum: 0 }),
  /** Up to which message the other person has read. */
  readRev: Type.Integer({ minimum: 0 }),
  receiver: PublicUser,
})
export type Chat = Static<typeof Chat>

/** The answer of `GET /chats/{id}`: its newest messages, the oldest of them first. */
export const ChatWithMessages = Type.Object({ ...Chat.properties, messages: Type.Array(Message) })
export type ChatWithMessages = Static<typeof ChatWithMessages>

/** The body of `POST /chats`: 201 Chat, or 200 where the two have one already. */
export const ChatBody = Type.Object(
  { receiverId: Type.String(), postId: Type.Optional(Type.Union([Type.String(), Type.Null()])) },
  { additionalProperties: false },
)
export type ChatBody = Static<typeof ChatBody>

/** The body of `POST /messages/{chatId}`. The same `clientId` again answers the same message. */
export const MessageBody = Type.Object(
  {
    text: Type.String(),
    clientId: Type.Optional(Type.String({ pattern: `^[\\w.:-]{1,${MAX_CLIENT_ID}}$` })),
  },
  { additionalProperties: false },
)
export type MessageBody = Static<typeof MessageBody>

/** The parameters of `GET /messages/{chatId}`: newer than `after`, or older than `before`; the newest without either. */
export const MessagesQuery = Type.Object({
  after: Type.Optional(Type.String()),
  before: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
})
export type MessagesQuery = Static<typeof MessagesQuery>

/** The body of `PUT /chats/read/{id}`, which may be left out: read is what is there up to `rev`, or all of it without. */
export const ReadBody = Type.Union([
  Type.Object({ rev: Type.Optional(Type.Integer({ minimum: 0 })) }, { additionalProperties: false }),
  Type.Null(),
])
export type ReadBody = Static<typeof ReadBody>

/** The body of `PUT /chats/block/{id}`: while somebody has blocked the other, neither can write. */
export const BlockBody = Type.Object({ isBlocked: Type.Boolean() }, { additionalProperties: false })

/** The body of `POST /messages/{chatId}/reports`; the answer is 201 `{message}`. */
export const MessageReportBody = Type.Object(
  {
    rev: Type.Integer({ minimum: 1 }),
    reason: Type.Enum(MESSAGE_REPORT_REASONS),
    text: Type.Optional(Type.String({ maxLength: MAX_REPORT_TEXT })),
  },
  { additionalProperties: false },
)
export type MessageReportBody = Static<typeof MessageReportBody>

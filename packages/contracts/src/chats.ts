import { type Static, Type } from 'typebox'
import { MESSAGE_REPORT_REASONS } from './chat-constants.ts'
import { ClientId } from './client-id.ts'
import { Id } from './id-schema.ts'
import { Nullable } from './nullable.ts'
import { MAX_REPORT_TEXT } from './post-constants.ts'
import { PublicUser } from './users.ts'

const IdOrNull = Nullable(Id)

/** Browser code imports only types from this file: the schemas would bundle TypeBox. */
export const Message = Type.Object({
  id: Id,
  chatId: Id,
  userId: Id,
  text: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  /** Sequence number within the chat, from 1 without gaps: clients order by it and fetch what they missed. */
  rev: Type.Integer({ minimum: 1 }),
  /** Idempotency key, chosen by the sender: sending again creates no second message. */
  clientId: Type.String(),
  /** The listing the chat was about when the message was sent. */
  postId: IdOrNull,
})
export type Message = Static<typeof Message>

export const Chat = Type.Object({
  id: Id,
  userIDs: Type.Array(Id, { minItems: 2, maxItems: 2 }),
  createdAt: Type.String({ format: 'date-time' }),
  /** Those of the two with nothing unread. */
  seenBy: Type.Array(Id),
  lastMessage: Nullable(Type.String()),
  /** Whether the reader wrote the last message. */
  isLastOwn: Type.Boolean(),
  /** When the last message was sent; for an empty chat, when it was opened. */
  lastAt: Type.String({ format: 'date-time' }),
  /** The listing the chat is about. */
  postId: IdOrNull,
  /** Whether the reader has blocked the other person. */
  isBlocked: Type.Boolean(),
  /** The `rev` up to which the reader had read, at the time of this request. */
  ownReadRev: Type.Integer({ minimum: 0 }),
  /** The `rev` up to which the other person has read. */
  readRev: Type.Integer({ minimum: 0 }),
  receiver: PublicUser,
  /** Whether the other person has deleted their account: the chat can only be read. */
  isReceiverDeleted: Type.Boolean(),
})
export type Chat = Static<typeof Chat>

/** Response of `GET /chats/{id}`: its newest messages, oldest first. */
export const ChatWithMessages = Type.Object({ ...Chat.properties, messages: Type.Array(Message) })
export type ChatWithMessages = Static<typeof ChatWithMessages>

/** Body of `POST /chats`: 201 Chat, or 200 if the two already have one. */
export const ChatBody = Type.Object(
  { receiverId: Type.String(), postId: Type.Optional(Nullable(Type.String())) },
  { additionalProperties: false },
)
export type ChatBody = Static<typeof ChatBody>

/** Body of `POST /messages/{chatId}`. Repeating a `clientId` returns the existing message. */
export const MessageBody = Type.Object(
  {
    text: Type.String(),
    clientId: Type.Optional(ClientId),
  },
  { additionalProperties: false },
)
export type MessageBody = Static<typeof MessageBody>

/** Query of `GET /messages/{chatId}`: messages newer than `after` or older than `before`; the newest without either. */
export const MessagesQuery = Type.Object({
  after: Type.Optional(Type.String()),
  before: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
})
export type MessagesQuery = Static<typeof MessagesQuery>

/** Optional body of `PUT /chats/read/{id}`: marks messages up to `rev` as read, or all of them without it. */
export const ReadBody = Type.Union([
  Type.Object({ rev: Type.Optional(Type.Integer({ minimum: 0 })) }, { additionalProperties: false }),
  Type.Null(),
])
export type ReadBody = Static<typeof ReadBody>

/** Body of `PUT /chats/block/{id}`: while one has blocked the other, neither can write. */
export const BlockBody = Type.Object({ isBlocked: Type.Boolean() }, { additionalProperties: false })

/** Body of `POST /messages/{chatId}/reports`; responds 201 `{message}`. */
export const MessageReportBody = Type.Object(
  {
    rev: Type.Integer({ minimum: 1 }),
    reason: Type.Enum(MESSAGE_REPORT_REASONS),
    text: Type.Optional(Type.String({ maxLength: MAX_REPORT_TEXT })),
  },
  { additionalProperties: false },
)
export type MessageReportBody = Static<typeof MessageReportBody>

import { type Static, Type } from 'typebox'
import { Id } from './id-schema.ts'

/** A message of a chat. Browser code imports types from here and nothing else: the schemas bring TypeBox along. */
export const Message = Type.Object({
  id: Id,
  chatId: Id,
  userId: Id,
  text: Type.String({ minLength: 1, maxLength: 5_000 }),
  createdAt: Type.String({ format: 'date-time' }),
  /** The message's number in its chat, from 1, without gaps: clients order by it and ask for what they missed. */
  rev: Type.Integer({ minimum: 1 }),
  /** Chosen by the sender, so that sending it again makes no second message. */
  clientId: Type.String(),
})
export type Message = Static<typeof Message>

/** A chat of two people, as the inbox lists it. */
export const Chat = Type.Object({
  id: Id,
  userIDs: Type.Array(Id, { minItems: 2, maxItems: 2 }),
  createdAt: Type.String({ format: 'date-time' }),
  /** Those of the two who have read its last message. */
  seenBy: Type.Array(Id),
  lastMessage: Type.Union([Type.String(), Type.Null()]),
})
export type Chat = Static<typeof Chat>

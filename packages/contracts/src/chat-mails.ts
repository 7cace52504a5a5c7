import { type Static, Type } from 'typebox'

/**
 * Whether unread messages are mailed after a while: the response of `GET /chats/mails`, the body and response of `PUT`,
 * and the response of `POST /chats/mails/stop` and `/start`, called by the link in a mail.
 */
export const ChatMails = Type.Object({ isOn: Type.Boolean() }, { additionalProperties: false })
export type ChatMails = Static<typeof ChatMails>

import { type Static, Type } from 'typebox'

/**
 * Whether somebody is mailed what they have not read for a while: the answer of `GET /chats/mails`, the body and the
 * answer of `PUT`, and what `POST /chats/mails/stop` and `/start` answer to the link of a mail.
 */
export const ChatMails = Type.Object({ isOn: Type.Boolean() }, { additionalProperties: false })
export type ChatMails = Static<typeof ChatMails>

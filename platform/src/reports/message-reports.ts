import type { MessageReportDoc, MessageReports } from '@aangan/chats/reports'
import type { PostStore } from '@aangan/posts/store'
import type { UserStore } from '@aangan/users/store'

/** `username` is null for an account that is gone. */
export interface Person {
  id: string
  username: string | null
}

export interface ListedMessage {
  from: Person
  at: string
  text: string
  isReported: boolean
}

export interface ListedMessageReport extends Omit<MessageReportDoc, 'reporterId'> {
  kind: 'message'
  /** Null once their account is deleted. */
  reporter: Person | null
  chatId: string | null
  /** The listing that the chat was about at the message. */
  about: { id: string; title: string | null } | null
  /** The reported message between its neighbours, oldest first; empty if it is gone. */
  messages: ListedMessage[]
}

export interface MessageParts {
  messages: MessageReports
  posts: PostStore
  users: UserStore
}

/** Adds to a report what a moderator needs to judge it. */
export async function withItsChat(
  { reporterId, ...report }: MessageReportDoc,
  { messages, posts, users }: MessageParts,
): Promise<ListedMessageReport> {
  const around = await messages.around(report.messageId)
  const ids = [...(reporterId === null ? [] : [reporterId]), ...around.map(({ userId }) => userId)]
  const found = await users.findMany([...new Set(ids)])
  const person = (id: string) => ({ id, username: found.find(({ _id }) => _id === id)?.username ?? null })
  const reported = around.find(({ _id }) => _id === report.messageId)
  const about = reported?.postId ?? null
  return {
    kind: 'message',
    ...report,
    reporter: reporterId === null ? null : person(reporterId),
    chatId: reported?.chatId ?? null,
    about: about === null ? null : { id: about, title: (await posts.find(about))?.title ?? null },
    messages: around.map(({ userId, createdAt, text, _id }) => {
      return { from: person(userId), at: createdAt, text, isReported: _id === report.messageId }
    }),
  }
}

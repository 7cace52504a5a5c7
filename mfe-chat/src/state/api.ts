import type { MessageAnswer } from '@aangan/contracts/accounts'
import type {
  Chat,
  ChatBody,
  ChatWithMessages,
  Message,
  MessageBody,
  MessageReportBody,
  ReadBody,
} from '@aangan/contracts/chats'
import type { Post } from '@aangan/contracts/posts'
import { type ApiError, baseQuery } from '@aangan/remote/api'
import { contextOf } from '@aangan/remote/store'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { createApi } from '@reduxjs/toolkit/query/react'
import { mergeThread } from './merge.ts'
import { readFailed, readStarted } from './reading-slice.ts'
import { dropped, isPassing } from './writing-slice.ts'

type Dispatch = ThunkDispatch<{ api: ReturnType<typeof api.reducer> }, unknown, UnknownAction>

export interface MessagesPage {
  chatId: string
  /** The revision that the messages follow or precede: pass one of the two. */
  after?: number
  before?: number
}

export const api = createApi({
  baseQuery,
  tagTypes: ['Chats', 'Post'],
  endpoints: (build) => ({
    /** Most recent message first. */
    chats: build.query<Chat[], void>({ query: () => '/chats', providesTags: ['Chats'] }),
    /** The server marks the chat as read. Merges with cached messages. */
    chat: build.query<ChatWithMessages, string>({
      query: (id) => `/chats/${id}`,
      merge: mergeThread,
      onQueryStarted: async (id, { dispatch, extra, queryFulfilled }) => {
        try {
          const { data } = await queryFulfilled
          const { session, unread } = contextOf(extra)
          const userId = session.current.user?.id ?? ''
          if (!data.seenBy.includes(userId)) unread.read(id)
          dispatch(seen({ id, userId, rev: data.messages.at(-1)?.rev ?? 0 }))
          // These were sent before a reload, whose responses were lost.
          for (const { userId: from, clientId } of data.messages)
            if (from === userId) dispatch(dropped({ chatId: id, clientId }))
        } catch {
          // The thread shows the error.
        }
      },
    }),
    /** Creates the chat if needed, and sets its listing. */
    chatWith: build.query<Chat, ChatBody>({ query: (body) => ({ url: '/chats', method: 'POST', body }) }),
    /** A page of older or newer messages, used by `history.ts`. */
    messages: build.query<Message[], MessagesPage>({
      query: ({ chatId, after, before }) =>
        `/messages/${chatId}?${after === undefined ? `before=${before}` : `after=${after}`}`,
    }),
    post: build.query<Post, string>({
      query: (id) => `/posts/${id}`,
      providesTags: (_post, _error, id) => [{ type: 'Post', id }],
    }),
    send: build.mutation<Message, { chatId: string; body: MessageBody }>({
      query: ({ chatId, body }) => ({ url: `/messages/${chatId}`, method: 'POST', body }),
    }),
    /** Marks a chat as read up to `rev`, the last message shown. */
    read: build.mutation<Chat, { id: string; rev: number }>({
      query: ({ id, rev }) => ({ url: `/chats/read/${id}`, method: 'PUT', body: { rev } satisfies ReadBody }),
      onQueryStarted: async ({ id, rev }, { dispatch, extra, queryFulfilled }) => {
        dispatch(readStarted(id))
        try {
          const { data } = await queryFulfilled
          const { session, unread } = contextOf(extra)
          const userId = session.current.user?.id ?? ''
          if (data.seenBy.includes(userId)) unread.read(id)
          dispatch(seen({ id, rev, userId }))
        } catch (failure) {
          const { error } = failure as { error?: ApiError }
          if (error && isPassing(error)) dispatch(readFailed({ id, rev }))
        }
      },
    }),
    block: build.mutation<Chat, { id: string; isBlocked: boolean }>({
      query: ({ id, isBlocked }) => ({ url: `/chats/block/${id}`, method: 'PUT', body: { isBlocked } }),
      onQueryStarted: async ({ id, isBlocked }, { dispatch, queryFulfilled }) => {
        try {
          await queryFulfilled
          dispatch(
            changeChat(id, (chat) => {
              chat.isBlocked = isBlocked
            }),
          )
        } catch {
          // The caller handles the error.
        }
      },
    }),
    report: build.mutation<MessageAnswer, { chatId: string; body: MessageReportBody }>({
      query: ({ chatId, body }) => ({ url: `/messages/${chatId}/reports`, method: 'POST', body }),
    }),
  }),
})

export const {
  useChatsQuery,
  useChatQuery,
  useChatWithQuery,
  usePostQuery,
  useReadMutation,
  useBlockMutation,
  useReportMutation,
} = api

export function changeChat(id: string, change: (chat: Chat) => void) {
  return (dispatch: Dispatch): void => {
    dispatch(api.util.updateQueryData('chat', id, change))
    dispatch(
      api.util.updateQueryData('chats', undefined, (chats) => {
        const chat = chats.find((one) => one.id === id)
        if (chat) change(chat)
      }),
    )
  }
}

/** Marks a chat as read up to `rev`; it stays unread if a later message is loaded already. */
export function seen({ id, userId, rev }: { id: string; userId: string; rev: number }) {
  return (dispatch: Dispatch): void => {
    let isBehind = false
    dispatch(
      api.util.updateQueryData('chat', id, ({ messages }) => {
        isBehind = messages.some((message) => message.rev > rev && message.userId !== userId)
      }),
    )
    if (isBehind) return
    dispatch(
      changeChat(id, ({ seenBy }) => {
        if (!seenBy.includes(userId)) seenBy.push(userId)
      }),
    )
  }
}

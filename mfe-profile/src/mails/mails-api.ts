import type { ChatMails } from '@aangan/contracts/chat-mails'
import type { StoppedSearch } from '@aangan/contracts/saved-searches'
import { api } from '../api.ts'

/** What a kind of mails is stopped by, and what says then that it is. */
interface Link {
  kind: '/users/searches' | '/chats/mails'
  /** What the link in a mail carried. */
  token: string
}

export type LinkedMails = StoppedSearch | ChatMails

export function areOn(mails: LinkedMails): boolean {
  return 'isOn' in mails ? mails.isOn : mails.alert !== 'off'
}

const mailsApi = api.injectEndpoints({
  endpoints: (build) => ({
    messageMails: build.query<ChatMails, void>({
      query: () => '/chats/mails',
      // A mail's link may have stopped them meanwhile.
      keepUnusedDataFor: 0,
    }),
    /** Shows the choice at once, and takes it back when the server does not make it. */
    chooseMessageMails: build.mutation<ChatMails, ChatMails>({
      query: (body) => ({ url: '/chats/mails', method: 'PUT', body }),
      onQueryStarted: async (choice, { dispatch, queryFulfilled }) => {
        const shown = dispatch(mailsApi.util.updateQueryData('messageMails', undefined, () => choice))
        try {
          await queryFulfilled
        } catch {
          // The line shows the error.
          shown.undo()
        }
      },
    }),
    stopMails: build.mutation<LinkedMails, Link>({
      query: ({ kind, token }) => ({ url: `${kind}/stop`, method: 'POST', body: { token } }),
    }),
    startMails: build.mutation<LinkedMails, Link>({
      query: ({ kind, token }) => ({ url: `${kind}/start`, method: 'POST', body: { token } }),
    }),
  }),
})

export const { useMessageMailsQuery, useChooseMessageMailsMutation, useStopMailsMutation, useStartMailsMutation } =
  mailsApi

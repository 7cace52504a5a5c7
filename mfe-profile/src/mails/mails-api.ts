import type { ChatMails } from '@aangan/contracts/chat-mails'
import type { StoppedSearch } from '@aangan/contracts/saved-searches'
import { api } from '../api.ts'

/** A kind of emails that a link can stop. */
interface Link {
  kind: '/users/searches' | '/chats/mails'
  /** From the link in the email. */
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
      // A link in an email may have stopped them meanwhile.
      keepUnusedDataFor: 0,
    }),
    chooseMessageMails: build.mutation<ChatMails, ChatMails>({
      query: (body) => ({ url: '/chats/mails', method: 'PUT', body }),
      onQueryStarted: async (_choice, { dispatch, queryFulfilled }) => {
        try {
          const { data } = await queryFulfilled
          dispatch(mailsApi.util.updateQueryData('messageMails', undefined, () => data))
        } catch {
          // The caller shows the error.
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

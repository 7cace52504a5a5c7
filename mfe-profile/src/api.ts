import type {
  Credentials,
  MessageAnswer,
  Registration,
  ResetBody,
  SessionInfo,
  Undone,
} from '@aangan/contracts/accounts'
import type { PostStatus } from '@aangan/contracts/post-constants'
import type { Post, ProfilePosts } from '@aangan/contracts/posts'
import { SIGN_OUT_CALL } from '@aangan/contracts/sign-in'
import type { UploadedPicture } from '@aangan/contracts/uploads'
import type { ProfileUpdate, User } from '@aangan/contracts/users'
import { baseQuery, formWith } from '@aangan/remote/api'
import { contextOf } from '@aangan/remote/store'
import { createApi } from '@reduxjs/toolkit/query/react'

export const api = createApi({
  baseQuery,
  /** `Posts`: own and saved listings. `Sessions`: signed-in browsers. `Searches`: saved searches. */
  tagTypes: ['Posts', 'Sessions', 'Searches'],
  endpoints: (build) => ({
    login: build.mutation<User, Credentials>({
      query: (body) => ({ url: '/auth/login', method: 'POST', body }),
    }),
    register: build.mutation<MessageAnswer, Registration>({
      query: (body) => ({ url: '/auth/register', method: 'POST', body }),
    }),
    logout: build.mutation<MessageAnswer, void>({
      query: () => ({ url: SIGN_OUT_CALL, method: 'POST' }),
    }),
    askForReset: build.mutation<MessageAnswer, { email: string }>({
      query: (body) => ({ url: '/auth/forgot', method: 'POST', body }),
    }),
    resetPassword: build.mutation<MessageAnswer, ResetBody>({
      query: (body) => ({ url: '/auth/reset', method: 'POST', body }),
    }),
    confirmEmail: build.mutation<MessageAnswer, string>({
      query: (token) => ({ url: '/auth/confirm', method: 'POST', body: { token } }),
    }),
    sendConfirmation: build.mutation<MessageAnswer, void>({
      query: () => ({ url: '/auth/confirm/send', method: 'POST' }),
    }),
    undoChange: build.mutation<Undone, string>({
      query: (token) => ({ url: '/auth/undo', method: 'POST', body: { token } }),
    }),
    profilePosts: build.query<ProfilePosts, void>({ query: () => '/users/profilePosts', providesTags: ['Posts'] }),
    /** Optimistic: reverts on failure, and announces the change on success. */
    setStatus: build.mutation<Post, { id: string; status: PostStatus }>({
      query: ({ id, status }) => ({ url: `/posts/${id}`, method: 'PUT', body: { status } }),
      onQueryStarted: async ({ id, status }, { dispatch, extra, queryFulfilled }) => {
        const shown = dispatch(
          api.util.updateQueryData('profilePosts', undefined, ({ userPosts }) => {
            for (const post of userPosts) if (post.id === id) post.status = status
          }),
        )
        try {
          await queryFulfilled
          contextOf(extra).changes.announce({ type: 'post.changed', id })
        } catch {
          // The caller handles the error.
          shown.undo()
        }
      },
    }),
    deleteListing: build.mutation<MessageAnswer, string>({
      query: (id) => ({ url: `/posts/${id}`, method: 'DELETE' }),
    }),
    sessions: build.query<SessionInfo[], void>({ query: () => '/auth/sessions', providesTags: ['Sessions'] }),
    endSession: build.mutation<MessageAnswer, string>({
      query: (id) => ({ url: `/auth/sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Sessions'],
    }),
    uploadAvatar: build.mutation<UploadedPicture, File>({
      query: (file) => ({ url: '/media/avatars', method: 'POST', body: formWith(file) }),
    }),
    updateProfile: build.mutation<User, { id: string; changes: ProfileUpdate }>({
      query: ({ id, changes }) => ({ url: `/users/${id}`, method: 'PUT', body: changes }),
      // A new password ends the other sessions.
      invalidatesTags: ['Sessions'],
      onQueryStarted: async ({ id }, { extra, queryFulfilled }) => {
        try {
          await queryFulfilled
          contextOf(extra).changes.announce({ type: 'user.changed', id })
        } catch {
          // The form shows the error.
        }
      },
    }),
  }),
})

export const {
  useLoginMutation,
  useRegisterMutation,
  useLogoutMutation,
  useAskForResetMutation,
  useResetPasswordMutation,
  useConfirmEmailMutation,
  useSendConfirmationMutation,
  useUndoChangeMutation,
  useProfilePostsQuery,
  useSetStatusMutation,
  useDeleteListingMutation,
  useSessionsQuery,
  useEndSessionMutation,
  useUpdateProfileMutation,
  useUploadAvatarMutation,
} = api

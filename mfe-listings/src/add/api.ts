import type { Post, PostBody, PostChange } from '@aangan/contracts/posts'
import type { UploadedPicture } from '@aangan/contracts/uploads'
import { contextOf } from '@aangan/web-kit/store'
import { api } from '../shared/api.ts'
import { type PictureUpload, sendPicture } from './send-picture.ts'

const addApi = api.injectEndpoints({
  endpoints: (build) => ({
    publish: build.mutation<Post, PostBody>({
      query: (body) => ({ url: '/posts', method: 'POST', body }),
      onQueryStarted: async (_body, { extra, queryFulfilled }) => {
        try {
          const { data } = await queryFulfilled
          contextOf(extra).changes.announce({ type: 'post.changed', id: data.id })
        } catch {
          // The form shows the error.
        }
      },
    }),
    changePost: build.mutation<Post, { id: string; change: PostChange }>({
      query: ({ id, change }) => ({ url: `/posts/${id}`, method: 'PUT', body: change }),
      onQueryStarted: async ({ id }, { extra, queryFulfilled }) => {
        try {
          await queryFulfilled
          contextOf(extra).changes.announce({ type: 'post.changed', id })
        } catch {
          // The form shows the error.
        }
      },
    }),
    uploadPicture: build.mutation<UploadedPicture, PictureUpload>({
      queryFn: (upload, { signal }) => sendPicture(upload, signal),
    }),
  }),
})

export const { usePublishMutation, useChangePostMutation } = addApi
export const { uploadPicture } = addApi.endpoints

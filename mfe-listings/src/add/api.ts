import type { Post, PostBody, PostChange } from '@aangan/contracts/posts'
import type { UploadedPicture } from '@aangan/contracts/uploads'
import type { ApiError } from '@aangan/remote/api'
import { contextOf } from '@aangan/remote/store'
import { api } from '../shared/api.ts'
import { type PictureUpload, sendPicture } from './send-picture.ts'

/** A listing was published with this `clientId` before. */
const KNOWN = 200

type Answer<T> = { data: T; error?: undefined } | { data?: undefined; error: ApiError }

const addApi = api.injectEndpoints({
  endpoints: (build) => ({
    publish: build.mutation<Post, PostBody>({
      async queryFn(body, _api, _extra, request) {
        const sent = await request({ url: '/posts', method: 'POST', body })
        const { id } = { ...(sent.data as Partial<Post>) }
        if (sent.meta?.status !== KNOWN || id === undefined) return sent as Answer<Post>
        // An earlier attempt had arrived without its response, and the form may have been edited since.
        const { clientId: _, ...change } = body
        return (await request({ url: `/posts/${id}`, method: 'PUT', body: change })) as Answer<Post>
      },
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

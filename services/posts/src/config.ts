import { type Static, Type } from 'typebox'

export const PostsConfig = Type.Object({
  /** Time limit of requests to users and media, in milliseconds. */
  OWNER_WAIT_MS: Type.Integer({ minimum: 1, maximum: 10_000, default: 300 }),
  /** Path of the search snapshot; without one, each start reads all listings. */
  SEARCH_FILE: Type.Optional(Type.String({ minLength: 1 })),
})
export type PostsConfig = Static<typeof PostsConfig>

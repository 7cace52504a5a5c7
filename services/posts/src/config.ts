import { readConfig } from '@aangan/service-kit/config'
import { type Static, Type } from 'typebox'

export const PostsConfig = Type.Object({
  /** How long a listing's page waits for users to name an owner it has no copy of. */
  OWNER_WAIT_MS: Type.Integer({ minimum: 1, maximum: 10_000, default: 300 }),
  /** Where the search keeps a snapshot, so that the next start need not read all listings; none where it is not set. */
  SEARCH_FILE: Type.Optional(Type.String({ minLength: 1 })),
})
export type PostsConfig = Static<typeof PostsConfig>

/** Throws one ConfigError naming every variable that is wrong. */
export function readPostsConfig(env: Record<string, string | undefined>): PostsConfig {
  return readConfig(PostsConfig, env)
}

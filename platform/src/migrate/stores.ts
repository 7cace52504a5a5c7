import { AUTH_MIGRATIONS } from '@aangan/auth/migrations'
import { CHATS_MIGRATIONS } from '@aangan/chats/migrations'
import { MEDIA_MIGRATIONS } from '@aangan/media/migrations'
import { POSTS_MIGRATIONS } from '@aangan/posts/migrations'
import { type Migration, migrate, verifyMigrations } from '@aangan/service-kit/store/migrations'
import { openStore } from '@aangan/service-kit/store/open'
import type { Store } from '@aangan/service-kit/store/store'
import { USERS_MIGRATIONS } from '@aangan/users/migrations'

/** The services with a store, and their migrations. */
const MIGRATIONS = {
  auth: AUTH_MIGRATIONS,
  chats: CHATS_MIGRATIONS,
  media: MEDIA_MIGRATIONS,
  posts: POSTS_MIGRATIONS,
  users: USERS_MIGRATIONS,
} satisfies Record<string, readonly Migration[]>

export type StoreOwner = keyof typeof MIGRATIONS
export const STORE_OWNERS = Object.keys(MIGRATIONS) as StoreOwner[]

/** Opens a store and runs pending migrations. Throws a ConfigError if a newer release has migrated it. */
export async function openMigrated(storeUrl: string, name: StoreOwner): Promise<{ store: Store; run: Migration[] }> {
  return await openThen(storeUrl, name, async (store) => ({ store, run: await migrate(name, store, MIGRATIONS[name]) }))
}

/** Opens a store without migrating. Throws a ConfigError if another release has migrated it. */
export async function openVerified(storeUrl: string, name: StoreOwner): Promise<Store> {
  return await openThen(storeUrl, name, async (store) => {
    await verifyMigrations(name, store, MIGRATIONS[name])
    return store
  })
}

async function openThen<R>(storeUrl: string, name: StoreOwner, work: (store: Store) => Promise<R>): Promise<R> {
  const store = await openStore(storeUrl, { name })
  try {
    return await work(store)
  } catch (error) {
    await store.close()
    throw error
  }
}

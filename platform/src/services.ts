import type { AuthConfig } from '@aangan/auth/config'
import { AUTH_MIGRATIONS } from '@aangan/auth/migrations'
import type { ChatsConfig } from '@aangan/chats/config'
import { CHATS_MIGRATIONS } from '@aangan/chats/migrations'
import type { ServiceName } from '@aangan/contracts/services'
import type { MediaConfig } from '@aangan/media/config'
import { MEDIA_MIGRATIONS } from '@aangan/media/migrations'
import { POSTS_MIGRATIONS } from '@aangan/posts/migrations'
import type { RealtimeConfig } from '@aangan/realtime/config'
import type { RegistryConfig } from '@aangan/registry/config'
import type { RendererConfig } from '@aangan/renderer/config'
import type { Parts } from '@aangan/service-kit/parts'
import type { App } from '@aangan/service-kit/server'
import type { Migration } from '@aangan/service-kit/store/migrations'
import type { UsersConfig } from '@aangan/users/config'
import { USERS_MIGRATIONS } from '@aangan/users/migrations'
import type { SiteConfig } from './site-config.ts'

/** The services with a store, and their migrations. */
export const MIGRATIONS = {
  auth: AUTH_MIGRATIONS,
  chats: CHATS_MIGRATIONS,
  media: MEDIA_MIGRATIONS,
  posts: POSTS_MIGRATIONS,
  users: USERS_MIGRATIONS,
} satisfies Record<string, readonly Migration[]>

export type StoreOwner = keyof typeof MIGRATIONS

export interface Site {
  config: SiteConfig &
    RegistryConfig &
    AuthConfig &
    UsersConfig &
    ChatsConfig &
    MediaConfig &
    RealtimeConfig &
    RendererConfig
  parts: Omit<Parts, 'store'>
  /** Opened and migrated on first use. */
  storeOf(name: StoreOwner): Promise<Parts['store']>
}

/**
 * Builder of each service, and of realtime, which is not in the table of services; the compiler rejects a missing one.
 * Each is imported when it is built: commands that only open stores need none.
 */
export const BUILDERS: Record<ServiceName | 'realtime' | 'renderer', (site: Site) => Promise<App>> = {
  async auth({ config, parts, storeOf }) {
    const { buildAuth } = await import('@aangan/auth/app')
    return await buildAuth({ config, ...parts, store: await storeOf('auth') })
  },
  async posts({ config, parts, storeOf }) {
    const { buildPosts } = await import('@aangan/posts/app')
    return await buildPosts({ config, ...parts, store: await storeOf('posts') })
  },
  async users({ config, parts, storeOf }) {
    const { buildUsers } = await import('@aangan/users/app')
    return await buildUsers({ config, ...parts, store: await storeOf('users') })
  },
  async chats({ config, parts, storeOf }) {
    const { buildChats } = await import('@aangan/chats/app')
    return await buildChats({ config, ...parts, store: await storeOf('chats') })
  },
  async media({ config, parts, storeOf }) {
    const { buildMedia } = await import('@aangan/media/app')
    return await buildMedia({ config, ...parts, store: await storeOf('media') })
  },
  async realtime({ config, parts }) {
    const { buildRealtime } = await import('@aangan/realtime/app')
    return await buildRealtime({ config, ...parts })
  },
  async renderer({ config, parts }) {
    const { buildRenderer } = await import('@aangan/renderer/app')
    return await buildRenderer({ config, ...parts })
  },
  async registry({ config, parts }) {
    const { buildRegistry } = await import('@aangan/registry/app')
    return await buildRegistry({ config, ...parts })
  },
}

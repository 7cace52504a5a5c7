import { buildAuth } from '@aangan/auth/app'
import type { AuthConfig } from '@aangan/auth/config'
import { buildChats } from '@aangan/chats/app'
import type { ChatsConfig } from '@aangan/chats/config'
import type { ServiceName } from '@aangan/contracts/services'
import { buildMedia } from '@aangan/media/app'
import type { MediaConfig } from '@aangan/media/config'
import { buildPosts } from '@aangan/posts/app'
import { buildRealtime } from '@aangan/realtime/app'
import type { RealtimeConfig } from '@aangan/realtime/config'
import { buildRegistry } from '@aangan/registry/app'
import type { RegistryConfig } from '@aangan/registry/config'
import type { Parts } from '@aangan/service-kit/parts'
import type { App } from '@aangan/service-kit/server'
import { buildUsers } from '@aangan/users/app'
import type { UsersConfig } from '@aangan/users/config'
import type { StoreOwner } from './migrate/stores.ts'
import type { SiteConfig } from './site-config.ts'

export interface Site {
  config: SiteConfig & RegistryConfig & AuthConfig & UsersConfig & ChatsConfig & MediaConfig & RealtimeConfig
  parts: Omit<Parts, 'store'>
  /** Opened and migrated on first use. */
  storeOf(name: StoreOwner): Promise<Parts['store']>
}

/**
 * Builder of each service, and of realtime, which is not in the table of services; the compiler rejects a missing one.
 */
export const BUILDERS: Record<ServiceName | 'realtime', (site: Site) => Promise<App>> = {
  auth: async ({ config, parts, storeOf }) => buildAuth({ config, ...parts, store: await storeOf('auth') }),
  posts: async ({ config, parts, storeOf }) => buildPosts({ config, ...parts, store: await storeOf('posts') }),
  users: async ({ config, parts, storeOf }) => buildUsers({ config, ...parts, store: await storeOf('users') }),
  chats: async ({ config, parts, storeOf }) => buildChats({ config, ...parts, store: await storeOf('chats') }),
  media: async ({ config, parts, storeOf }) => buildMedia({ config, ...parts, store: await storeOf('media') }),
  realtime: ({ config, parts }) => buildRealtime({ config, ...parts }),
  registry: ({ config, parts }) => buildRegistry({ config, ...parts }),
}

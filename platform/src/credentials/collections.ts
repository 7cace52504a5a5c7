import type { StoreOwner } from '../services.ts'

/** Collections that service-kit keeps for every service. */
export const SHARED_COLLECTIONS = ['migrations', 'removed-accounts']

/** The other collections of each service: on MongoDB its user may use no others. */
export const COLLECTIONS = {
  auth: [
    'accounts',
    'accounts-removed',
    'attempts',
    'confirmations',
    'devices',
    'freed-names',
    'resets',
    'sessions',
    'undos',
    'unsent-mails',
  ],
  chats: ['allowances', 'chats', 'mail-stops', 'messages', 'readers', 'replies', 'reports', 'seats'],
  media: ['heard', 'uploads', 'uses'],
  posts: ['batches', 'listings', 'pictures', 'removals', 'reports', 'sitemap-boundaries', 'snapshots', 'views'],
  users: ['saved', 'search-readers', 'search-stops', 'searches', 'users', 'users-removed'],
} satisfies Record<StoreOwner, readonly string[]>

import type { StoreOwner } from '../services.ts'

/** The collections of each service, besides `migrations`: on MongoDB its user may use no others. */
export const COLLECTIONS = {
  auth: [
    'accounts',
    'accounts-removed',
    'attempts',
    'confirmations',
    'devices',
    'removed-accounts',
    'resets',
    'sessions',
    'undos',
  ],
  chats: ['chats', 'mail-stops', 'messages', 'readers', 'removed-accounts', 'replies', 'reports', 'seats'],
  media: ['heard', 'removed-accounts', 'uploads', 'uses'],
  posts: ['batches', 'listings', 'pictures', 'removals', 'removed-accounts', 'reports', 'sitemap-boundaries', 'views'],
  users: ['removed-accounts', 'saved', 'search-readers', 'search-stops', 'searches', 'users', 'users-removed'],
} satisfies Record<StoreOwner, readonly string[]>

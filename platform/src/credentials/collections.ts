import type { StoreOwner } from '../services.ts'

/** The collections of each service, besides `migrations`: on MongoDB its user may use no others. */
export const COLLECTIONS = {
  auth: ['accounts', 'accounts-removed', 'attempts', 'confirmations', 'devices', 'resets', 'sessions', 'undos'],
  chats: ['chats', 'mail-stops', 'messages', 'readers', 'replies', 'reports', 'seats'],
  media: ['heard', 'uploads', 'uses'],
  posts: ['batches', 'listings', 'pictures', 'removals', 'reports', 'sitemap-boundaries', 'views'],
  users: ['saved', 'search-readers', 'search-stops', 'searches', 'users', 'users-removed'],
} satisfies Record<StoreOwner, readonly string[]>

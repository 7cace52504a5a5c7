import type { Broadcasts, Events, Requests } from './events.ts'
import type { ServiceName } from './services.ts'

/** What a part does on the bus. NATS refuses everything else to it. */
export interface BusAccess {
  publishes?: readonly (keyof Events)[]
  /** By durable. The subjects of one share their first word: its consumer can read all that begins with it. */
  subscribes?: Record<string, readonly (keyof Events)[]>
  /** As `subscribes`, for `bus.follow`. */
  follows?: readonly (keyof Events)[]
  broadcasts?: readonly (keyof Broadcasts)[]
  hears?: readonly (keyof Broadcasts)[]
  asks?: readonly (keyof Requests)[]
  answers?: readonly (keyof Requests)[]
}

export type BusUser = Exclude<ServiceName, 'registry'> | 'gateway' | 'realtime'

/** The configuration of NATS is generated from this table (`npm run secrets`); a missing line shows in its log. */
export const BUS_ACCESS = {
  gateway: { hears: ['session.ended', 'realtime.node'] },
  auth: {
    publishes: ['account.changed'],
    broadcasts: ['session.ended'],
    asks: ['users.find'],
    answers: ['accounts.find', 'accounts.change', 'sessions.find-ended'],
  },
  posts: {
    publishes: ['post.changed', 'post.added', 'post.removed'],
    subscribes: { 'posts-owners': ['user.changed'], 'posts-reports': ['post.removed'] },
    follows: ['post.changed', 'post.added', 'post.removed'],
    asks: ['users.find', 'users.saved', 'media.missing'],
    answers: [
      'posts.find-many',
      'posts.find-details',
      'posts.of-owner',
      'posts.find-new',
      'posts.count-live',
      'posts.using-pictures',
    ],
  },
  users: {
    publishes: ['user.changed'],
    subscribes: {
      'users-accounts': ['account.changed'],
      'users-saved': ['post.removed'],
      'users-searches': ['post.changed', 'post.added'],
    },
    asks: [
      ...(['accounts.find', 'accounts.change', 'chats.unread', 'chats.reply-times'] as const),
      ...(['posts.find-many', 'posts.find-details', 'posts.of-owner', 'posts.find-new', 'posts.count-live'] as const),
    ],
    answers: ['users.find', 'users.saved', 'users.using-pictures'],
  },
  chats: {
    publishes: ['message.sent'],
    subscribes: { 'chats-replies': ['message.sent'] },
    broadcasts: ['chat.read', 'chat.blocked'],
    // The addresses of people who get a mail about unread messages.
    asks: ['users.find', 'posts.find-many', 'accounts.find'],
    answers: ['chats.unread', 'chats.messages', 'chats.partners', 'chats.reply-times'],
  },
  // Decodes the pictures of strangers, so it gets the least.
  media: {
    subscribes: { 'media-uses': ['post.changed', 'post.added', 'post.removed'], 'media-avatars': ['user.changed'] },
    follows: ['post.changed', 'post.removed'],
    asks: ['posts.find-many', 'posts.using-pictures', 'users.using-pictures'],
    answers: ['media.missing'],
  },
  realtime: {
    follows: ['message.sent'],
    broadcasts: ['realtime.node'],
    hears: ['session.ended', 'chat.read', 'chat.blocked'],
    asks: ['chats.messages', 'chats.partners', 'sessions.find-ended'],
  },
} satisfies Record<BusUser, BusAccess>

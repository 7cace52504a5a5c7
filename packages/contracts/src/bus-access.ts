import type { Broadcasts, Events, Requests } from './events.ts'
import type { ServiceName } from './services.ts'

/** What a part does on the bus. NATS refuses everything else to it. */
export interface BusAccess {
  publishes?: readonly (keyof Events)[]
  /** By durable. */
  subscribes?: Record<string, readonly (keyof Events)[]>
  /** By `bus.follow`; those of one call share their first word, as for a durable. */
  follows?: readonly (keyof Events)[]
  broadcasts?: readonly (keyof Broadcasts)[]
  hears?: readonly (keyof Broadcasts)[]
  asks?: readonly (keyof Requests)[]
  answers?: readonly (keyof Requests)[]
}

export type BusUser = Exclude<ServiceName, 'registry'> | 'gateway' | 'realtime'

/**
 * Names begin with the service. The subjects of a durable share their first word: its consumer on NATS can read all
 * that begins with it.
 */
const DURABLES: Record<`${BusUser}-${string}`, readonly (keyof Events)[]> = {
  'posts-owners': ['user.changed'],
  'posts-reports': ['post.removed'],
  'users-accounts': ['account.changed'],
  'users-saved': ['post.removed'],
  'users-searches': ['post.changed', 'post.added'],
  'chats-replies': ['message.sent'],
  'media-uses': ['post.changed', 'post.added', 'post.removed'],
  'media-avatars': ['user.changed'],
  'auth-removed-accounts': ['account.removed'],
  'users-removed-accounts': ['account.removed'],
  'posts-removed-accounts': ['account.removed'],
  'chats-removed-accounts': ['account.removed'],
  'media-removed-accounts': ['account.removed'],
}

function durablesOf(user: BusUser): Record<string, readonly (keyof Events)[]> {
  return Object.fromEntries(Object.entries(DURABLES).filter(([durable]) => durable.startsWith(`${user}-`)))
}

/** The configuration of NATS is generated from this table (`npm run secrets`); a missing line shows in its log. */
export const BUS_ACCESS = {
  gateway: { hears: ['session.ended', 'realtime.node'] },
  auth: {
    publishes: ['account.changed', 'account.removed'],
    subscribes: durablesOf('auth'),
    broadcasts: ['session.ended'],
    asks: ['users.find'],
    answers: ['accounts.find', 'accounts.change', 'accounts.remove', 'sessions.find-ended'],
  },
  posts: {
    publishes: ['post.changed', 'post.added', 'post.removed'],
    subscribes: durablesOf('posts'),
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
    subscribes: durablesOf('users'),
    asks: [
      ...([
        'accounts.find',
        'accounts.change',
        'accounts.remove',
        'chats.unread',
        'chats.reply-times',
        'chats.blocked',
      ] as const),
      ...(['posts.find-many', 'posts.find-details', 'posts.of-owner', 'posts.find-new', 'posts.count-live'] as const),
    ],
    answers: ['users.find', 'users.saved', 'users.using-pictures'],
  },
  chats: {
    publishes: ['message.sent'],
    subscribes: durablesOf('chats'),
    broadcasts: ['chat.read', 'chat.blocked', 'chat.unblocked', 'chat.left'],
    // The addresses of people who get a mail about unread messages.
    asks: ['users.find', 'posts.find-many', 'accounts.find'],
    answers: ['chats.unread', 'chats.messages', 'chats.partners', 'chats.blocked', 'chats.reply-times'],
  },
  // Decodes the pictures of strangers, so it gets the least.
  media: {
    subscribes: durablesOf('media'),
    follows: ['post.changed', 'post.removed'],
    asks: ['posts.find-many', 'posts.using-pictures', 'users.using-pictures'],
    answers: ['media.missing'],
  },
  realtime: {
    follows: ['message.sent', 'account.removed'],
    broadcasts: ['realtime.node'],
    hears: ['session.ended', 'chat.read', 'chat.blocked', 'chat.unblocked', 'chat.left'],
    asks: ['chats.messages', 'chats.partners', 'sessions.find-ended'],
  },
} satisfies Record<BusUser, BusAccess>

/** Who may ask a request; nobody for an unknown one. */
export function askersOf(subject: string): BusUser[] {
  const table: Record<BusUser, BusAccess> = BUS_ACCESS
  const users = Object.keys(table) as BusUser[]
  return users.filter((user) => table[user].asks?.some((asked) => asked === subject))
}

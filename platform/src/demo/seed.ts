import type { AuthStore } from '@aangan/auth/store'
import type { PostStore } from '@aangan/posts/store'
import type { UserStore } from '@aangan/users/store'
import { demoListings } from './listings.ts'
import { demoPeople } from './people.ts'

export interface Seeded {
  people: number
  listings: number
}

interface Stores {
  accounts: AuthStore
  users: UserStore
  posts: PostStore
}

/** Adds what is missing of the demo site and answers how much that was: nothing the second time. */
export async function seed({ accounts, users, posts, now }: Stores & { now: Date }): Promise<Seeded> {
  const people = demoPeople(now)
  const owners = people.map(({ profile: { _id, username, avatar, rev } }) => ({ id: _id, username, avatar, rev }))
  // Owners first: a listing is never there without its owner, even when this is cut short.
  await accounts.add(people.map(({ account }) => account))
  const addedPeople = await users.add(people.map(({ profile }) => profile))
  return { people: addedPeople, listings: await posts.add(demoListings(owners, now)) }
}

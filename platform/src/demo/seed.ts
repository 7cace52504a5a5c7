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

/** Adds the missing parts of the demo site. Returns how many were added: 0 on a second run. */
export async function seed({ accounts, users, posts, now }: Stores & { now: Date }): Promise<Seeded> {
  const people = demoPeople(now)
  const owners = people.map(({ profile: { _id, username, avatar, rev } }) => ({ id: _id, username, avatar, rev }))
  // Owners first, so that an interrupted run leaves no listing without its owner.
  await accounts.add(people.map(({ account }) => account))
  const addedPeople = await users.add(people.map(({ profile }) => profile))
  return { people: addedPeople, listings: (await posts.add(demoListings(owners, now))).length }
}

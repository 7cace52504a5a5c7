import type { PostStore } from '@aangan/posts/store'
import type { UserStore } from '@aangan/users/store'
import { demoListings } from './listings.ts'
import { demoPeople } from './people.ts'

export interface Seeded {
  people: number
  listings: number
}

/** Adds what is missing of the demo site and answers how much that was: nothing the second time. */
export async function seed({ users, posts, now }: { users: UserStore; posts: PostStore; now: Date }): Promise<Seeded> {
  const people = demoPeople(now)
  const owners = people.map(({ _id, username, avatar, rev }) => ({ id: _id, username, avatar, rev }))
  // Owners first: a listing is never there without its owner, even when this is cut short.
  const addedPeople = await users.add(people)
  return { people: addedPeople, listings: await posts.add(demoListings(owners, now)) }
}

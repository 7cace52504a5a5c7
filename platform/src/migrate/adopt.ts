import { newAccount } from '@aangan/auth/account'
import { createAuthStore } from '@aangan/auth/store'
import type { Store } from '@aangan/service-kit/store/store'
import type { UserDoc } from '@aangan/users/user'

const CHUNK_SIZE = 200
const DONE = 'profiles-adopted'

/**
 * Creates an account without password for every profile from releases before accounts existed, which reserves its name.
 * Runs once per store: newer profiles always have an account.
 * @returns the number of accounts created
 */
export async function adoptProfiles(stores: { auth: Store; users: Store }): Promise<number> {
  const progress = stores.auth.collection<{ _id: string; doneAt: string }>('progress')
  if ((await progress.findOne({ _id: DONE })) !== null) return 0
  const made = await adoptAll(stores)
  await progress.updateOne({ _id: DONE }, { $set: { doneAt: new Date().toISOString() } }, { upsert: true })
  return made
}

async function adoptAll(stores: { auth: Store; users: Store }): Promise<number> {
  const accounts = createAuthStore(stores.auth)
  const profiles = stores.users.collection<UserDoc>('users')
  let made = 0
  for (let after = ''; ; ) {
    const chunk = await profiles.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: CHUNK_SIZE }).toArray()
    const known = new Set((await accounts.findMany(chunk.map(({ _id }) => _id))).map(({ _id }) => _id))
    const missing = chunk.filter(({ _id }) => !known.has(_id))
    for (const { _id: id, username, email, createdAt } of missing) {
      const now = new Date(createdAt)
      made += await accounts.add([newAccount({ id, username, email, password: null, isConfirmed: true, now })])
    }
    if (chunk.length < CHUNK_SIZE) return made
    after = chunk.at(-1)?._id ?? after
  }
}

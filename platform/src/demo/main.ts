import { createAuthStore } from '@aangan/auth/store'
import { createPostStore } from '@aangan/posts/store'
import { ConfigError } from '@aangan/service-kit/config'
import { isAppError } from '@aangan/service-kit/errors'
import { createUserStore } from '@aangan/users/store'
import { openVerified } from '../migrate/stores.ts'
import { prepareFolder, readStorage } from '../storage.ts'
import { openDemoPerson } from './demo-person.ts'
import { seed } from './seed.ts'

try {
  const storage = readStorage(process.env)
  await prepareFolder(storage)
  const authDb = await openVerified(storage.storeUrl, 'auth')
  const usersDb = await openVerified(storage.storeUrl, 'users')
  const postsDb = await openVerified(storage.storeUrl, 'posts')
  try {
    const users = createUserStore(usersDb)
    const posts = createPostStore(postsDb)
    const accounts = createAuthStore(authDb)
    const { people, listings } = await seed({ accounts, users, posts, now: new Date() })
    await openDemoPerson(accounts, storage.dataDir)
    const all =
      people + listings === 0
        ? 'The demo site is already there: nothing added'
        : `Added ${listings} listings of ${people} people`
    process.stdout.write(`${all} (${storage.dataDir}).\n`)
  } finally {
    await Promise.all([postsDb.close(), usersDb.close(), authDb.close()])
  }
} catch (error) {
  if (!isAppError(error) && !(error instanceof ConfigError)) throw error
  process.stderr.write(`seed: ${error.message}\n`)
  process.exitCode = 1
}

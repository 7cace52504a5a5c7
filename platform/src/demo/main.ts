import { createAuthStore } from '@aangan/auth/store'
import { createPostStore } from '@aangan/posts/store'
import { createUserStore } from '@aangan/users/store'
import { withStores } from '../migrate/stores.ts'
import { checkFilesOf } from '../site-files.ts'
import { prepareFolder, readStorage } from '../storage.ts'
import { reportFailure } from '../tool.ts'
import { demoPerson, openDemoPerson } from './demo-person.ts'
import { seed } from './seed.ts'

try {
  const storage = readStorage(process.env)
  await prepareFolder(storage)
  await checkFilesOf(storage)
  await withStores(storage.storeUrl, ['auth', 'users', 'posts'], async (stores) => {
    const users = createUserStore(stores.users)
    const posts = createPostStore(stores.posts)
    const accounts = createAuthStore(stores.auth)
    const { people, listings } = await seed({ accounts, users, posts, now: new Date() })
    await openDemoPerson(accounts, storage.dataDir)
    const all =
      people + listings === 0
        ? 'The demo site is already there: nothing added'
        : `Added ${listings} listings of ${people} people`
    process.stdout.write(`${all} (${storage.dataDir}).\n`)
    const demo = await demoPerson(storage.dataDir)
    if (demo) process.stdout.write(`The password of ${demo.username} is in ${demo.passwordFile}.\n`)
  })
} catch (error) {
  reportFailure('seed', error)
}

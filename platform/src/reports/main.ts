import { createMessageReports } from '@aangan/chats/reports'
import { createReports } from '@aangan/posts/reports'
import { createPostStore } from '@aangan/posts/store'
import { createUserStore } from '@aangan/users/store'
import { withStores } from '../migrate/stores.ts'
import { checkFilesOf } from '../site-files.ts'
import { prepareStore, readStorage } from '../storage.ts'
import { reportFailure } from '../tool.ts'
import { readArguments } from './args.ts'
import { moderate } from './moderate.ts'

try {
  const command = readArguments(process.argv.slice(2))
  const storage = readStorage(process.env)
  await prepareStore(storage)
  await checkFilesOf(storage)
  await withStores(storage.storeUrl, ['posts', 'chats', 'users'], async ({ posts, chats, users }) => {
    const parts = {
      posts: createPostStore(posts),
      reports: createReports(posts),
      messages: createMessageReports(chats),
      users: createUserStore(users),
      now: () => new Date(),
    }
    process.stdout.write(`${await moderate(command, parts)}\n`)
  })
} catch (error) {
  reportFailure('reports', error)
}

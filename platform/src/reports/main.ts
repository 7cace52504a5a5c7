import { createReports } from '@aangan/posts/reports'
import { createPostStore } from '@aangan/posts/store'
import { ConfigError } from '@aangan/service-kit/config'
import { isAppError } from '@aangan/service-kit/errors'
import { openVerified } from '../migrate/stores.ts'
import { prepareStore, readStorage } from '../storage.ts'
import { readArguments } from './args.ts'
import { moderate } from './moderate.ts'

try {
  const command = readArguments(process.argv.slice(2))
  const storage = readStorage(process.env)
  await prepareStore(storage)
  const store = await openVerified(storage.storeUrl, 'posts')
  try {
    const parts = { posts: createPostStore(store), reports: createReports(store), now: () => new Date() }
    process.stdout.write(`${await moderate(command, parts)}\n`)
  } finally {
    await store.close()
  }
} catch (error) {
  if (!isAppError(error) && !(error instanceof ConfigError)) throw error
  process.stderr.write(`reports: ${error.message}\n`)
  process.exitCode = 1
}

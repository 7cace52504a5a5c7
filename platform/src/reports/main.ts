import { createRemovals } from '@aangan/posts/removals'
import { createReports } from '@aangan/posts/reports'
import { createPostStore } from '@aangan/posts/store'
import { ConfigError } from '@aangan/service-kit/config'
import { isAppError } from '@aangan/service-kit/errors'
import { openStore } from '@aangan/service-kit/store/open'
import { prepareFolder, readStorage } from '../storage.ts'
import { readArguments } from './args.ts'
import { moderate } from './moderate.ts'

try {
  const command = readArguments(process.argv.slice(2))
  const storage = readStorage(process.env)
  await prepareFolder(storage)
  const store = await openStore(storage.storeUrl, { name: 'posts' })
  try {
    const posts = createPostStore(store)
    const reports = createReports(store)
    await Promise.all([posts.prepare(), reports.prepare()])
    const parts = { posts, reports, removals: createRemovals(store), now: () => new Date() }
    process.stdout.write(`${await moderate(command, parts)}\n`)
  } finally {
    await store.close()
  }
} catch (error) {
  if (!isAppError(error) && !(error instanceof ConfigError)) throw error
  process.stderr.write(`reports: ${error.message}\n`)
  process.exitCode = 1
}

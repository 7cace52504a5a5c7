import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { createAuthStore } from '@aangan/auth/store'
import type { Owner } from '@aangan/posts/listing'
import { createPostStore } from '@aangan/posts/store'
import { createUserStore } from '@aangan/users/store'
import type { UserDoc } from '@aangan/users/user'
import { withStores } from '../migrate/stores.ts'
import { checkFilesOf } from '../site-files.ts'
import { prepareFolder, readStorage } from '../storage.ts'
import { reportFailure } from '../tool.ts'
import { type ImportArguments, readArguments } from './args.ts'
import { checkFile } from './check.ts'
import { importFile } from './import.ts'
import { accountOfOwner } from './owner.ts'
import { createProgress } from './progress.ts'
import { checked, introduce, report } from './report.ts'
import { inspect, type SourceFile } from './source-file.ts'
import { waitUntilPublished } from './wait-until-published.ts'

/** 128 + SIGINT, the exit code shells expect after an interrupt. */
const INTERRUPTED = 130

const THREADS = '/proc/self/task'

let stopped = false
process.on('SIGINT', () => {
  if (stopped) process.exit(INTERRUPTED)
  stopped = true
})
process.on('SIGTERM', () => {
  stopped = true
})

lowerPriority()

try {
  await run(readArguments(process.argv.slice(2)))
} catch (error) {
  reportFailure('import', error)
}

/** Gives a running site priority for the processor. Linux keeps a priority for each thread, and V8 has started its own. */
function lowerPriority(): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid]
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW)
}

async function run(given: ImportArguments): Promise<void> {
  // npm changes the working directory; INIT_CWD is where the user typed the path.
  const source = await inspect(resolve(process.env.INIT_CWD ?? '.', given.file))
  return given.check ? check(source, given) : write(source, given)
}

/** Opens no store: a check must also be possible where there is none yet. */
async function check(source: SourceFile, { file, mapping, set }: ImportArguments): Promise<void> {
  const outcome = await checkFile({ source, mapping, set, now: () => new Date(), stopped: () => stopped })
  process.stdout.write(`${checked(file, outcome)}\n`)
  if (!outcome.complete) process.exitCode = INTERRUPTED
  else if (outcome.listings === 0) process.exitCode = 1
}

async function write(source: SourceFile, { file, mapping, set, ...named }: ImportArguments): Promise<void> {
  const storage = readStorage(process.env)
  await prepareFolder(storage)
  await checkFilesOf(storage)
  await withStores(storage.storeUrl, ['auth', 'users', 'posts'], async (stores) => {
    const users = createUserStore(stores.users)
    const posts = createPostStore(stores.posts)
    const now = () => new Date()
    const account = await accountOfOwner(createAuthStore(stores.auth), named, now())
    const owner = (await users.arrive(account)) ?? (await users.find(account.id))
    if (owner === null) throw new Error(`${named.owner} has an account and no profile`)
    const started = performance.now()
    const progress = createProgress(process.stdout, () => performance.now())
    const outcome = await importFile({
      source,
      mapping,
      set,
      owner: toOwner(owner),
      async ownerNow() {
        const latest = await users.find(owner._id)
        return latest && toOwner(latest)
      },
      posts,
      refusedFolder: join(storage.dataDir, 'imports'),
      now,
      onStart: (layout) => process.stdout.write(`Importing ${file} for ${owner.username}.\n${introduce(layout)}\n`),
      onProgress: (counts, share) => progress.show(counts, share),
      stopped: () => stopped,
    })
    progress.clear()
    const left = outcome.added > 0 ? await waitUntilPublished(posts) : 0
    process.stdout.write(`${report(outcome, performance.now() - started)}\n`)
    if (left > 0)
      process.stdout.write('No site is running on this folder. The listings appear in searches once it starts.\n')
    if (!outcome.complete) process.exitCode = INTERRUPTED
    else if (outcome.added + outcome.alreadyThere === 0) process.exitCode = 1
  })
}

function toOwner({ _id: id, username, avatar, rev }: UserDoc): Owner {
  return { id, username, avatar, rev }
}

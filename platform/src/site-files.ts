import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessContext } from '@aangan/service-kit/process'
import { KEY_FILE } from '@aangan/service-kit/secrets'
import { checkSiteFiles, openSiteFiles, type SiteFile } from '@aangan/service-kit/store/site-files'
import { checkLarge } from '@aangan/service-kit/store/sqlite/damage'
import { SITE_LOCK } from './data-dir-lock.ts'
import { MIGRATIONS } from './services.ts'
import type { Storage } from './storage.ts'

/** What a site has made that is older than its list of files. Never add to it. */
const BEFORE_THE_LIST = ['auth.db', 'bus.db', 'chats.db', 'media.db', 'pictures', 'posts.db', 'users.db']

const listOf = ({ dataDir }: Storage) => join(dataDir, 'site-files.txt')

function databasesOf({ storeUrl, busUrl }: Storage): SiteFile[] {
  const stores = Object.keys(MIGRATIONS).map((name) => ({ name: `${name}.db`, url: storeUrl }))
  return [...stores, { name: 'bus.db', url: busUrl }].flatMap(({ name, url }) =>
    url.startsWith('sqlite:') ? [{ name, path: join(url.slice('sqlite:'.length), name), kind: 'database' }] : [],
  )
}

/** For commands. Throws a ConfigError naming each file that is not as the site left it. */
export function checkFilesOf(storage: Storage): Promise<void> {
  return checkSiteFiles(listOf(storage), databasesOf(storage))
}

/** As `checkFilesOf`, before a site starts; creates the list and the files that are missing from it. */
export function openFilesOf(storage: Storage, { mediaDir, wasStarted }: { mediaDir: string; wasStarted: boolean }) {
  const files: SiteFile[] = [...databasesOf(storage), { name: 'pictures', path: mediaDir, kind: 'folder' }]
  return openSiteFiles({ list: listOf(storage), files, wasStarted, before: BEFORE_THE_LIST })
}

/**
 * Whether a start went further here than to lock the folder, which leaves the file: to its key or its databases. Ask
 * before the lock.
 */
export function wasStartedIn(storage: Storage): boolean {
  const { dataDir } = storage
  const later = [join(dataDir, 'secrets', KEY_FILE), ...databasesOf(storage).map(({ path }) => path)]
  return existsSync(join(dataDir, SITE_LOCK)) && later.some((path) => existsSync(path))
}

interface Pinged {
  ping(): Promise<void>
}

/**
 * Reads every page of the large databases while the site runs, one database after the other.
 * @returns `watched`, which makes the `ping` of a store or bus throw once its database is found damaged
 */
export function checkWhileRunning(storage: Storage, log: ProcessContext['log']) {
  const damage = new Map<string, Error>()
  const stopping = new AbortController()

  async function run(): Promise<void> {
    for (const { name, path } of databasesOf(storage)) {
      const words = await checkLarge(path, stopping.signal)
      if (words === null) continue
      damage.set(name, new Error(`${path} is damaged: ${words}`))
      log.error({ file: path, damage: words }, 'A database is damaged: stop the site and restore it from a backup')
    }
  }

  return {
    start: () => void run(),
    stop: async () => stopping.abort(),
    watched: <P extends Pinged>(name: string, part: P): P => ({
      ...part,
      async ping() {
        const found = damage.get(`${name}.db`)
        if (found) throw found
        await part.ping()
      },
    }),
  }
}

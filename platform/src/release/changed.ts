import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeFolder, writeDurably } from '@aangan/service-kit/durable-files'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { publishAll, reasonOf, webParts } from '../web-parts.ts'

/** In the folder of releases: the builds that were published last. */
const LAST_BUILDS = '.last-builds'

/** Digests of the builds, by the folder's name; null for one that is not built. */
type Builds = Record<string, string | null>

interface Published {
  names: string[]
  /** A sentence for each. */
  refused: string[]
}

/**
 * Publishes the built web parts whose build differs from that of the last call: of the others, what teams have released
 * since, or an operator has rolled back, stays live. Throws a ConfigError if the shell is refused.
 */
export async function publishChanged(releasesDir: string, root?: string): Promise<Published> {
  await makeFolder(releasesDir)
  const file = join(releasesDir, LAST_BUILDS)
  const last: Builds = JSON.parse(await readFile(file, 'utf8').catch(ifMissing('{}')))
  const folders = await webParts(root)
  const builds: Builds = Object.fromEntries(await Promise.all(folders.map(readBuild)))
  const changed = folders.filter((folder) => builds[basename(folder)] !== last[basename(folder)])
  const refused = await publishAll(changed, releasesDir)
  // Tried again next time.
  for (const { folder } of refused) delete builds[basename(folder)]
  await writeDurably(file, JSON.stringify(builds))
  const names = changed.map((folder) => basename(folder)).filter((name) => name in builds)
  return { names, refused: refused.map(reasonOf) }
}

async function readBuild(folder: string): Promise<[string, string | null]> {
  const release = await readFile(join(folder, 'dist/release.json'), 'utf8').catch(ifMissing(null))
  return [basename(folder), release && createHash('sha256').update(release).digest('hex')]
}

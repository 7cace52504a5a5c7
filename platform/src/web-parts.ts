import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishRelease } from '@aangan/registry/publish'
import { ConfigError } from '@aangan/service-kit/config'

/** The project's folder, from `platform/src` and from the bundle in `platform/dist` alike. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The folders of the shell and of every remote in the project: a remote is what has a manifest. */
async function webParts(): Promise<string[]> {
  const folders = (await readdir(ROOT)).map((name) => join(ROOT, name))
  return folders.filter((folder) => folder === join(ROOT, 'shell') || existsSync(join(folder, 'manifest.json')))
}

/** Makes every built web part the stable release of the site. */
export async function publishBuilt(releasesDir: string): Promise<void> {
  for (const folder of await webParts()) {
    try {
      await publishRelease({ from: join(folder, 'dist'), releasesDir })
    } catch (cause) {
      throw new ConfigError(`${cause instanceof Error ? cause.message : cause} (npm run build)`, { cause })
    }
  }
}

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishRelease } from '@aangan/registry/publish'
import { ConfigError } from '@aangan/service-kit/config'

/** The project's folder, from `platform/src` and from the bundle in `platform/dist` alike. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The folders of the shell and of every remote in the project. */
export async function webParts(): Promise<string[]> {
  const names = await readdir(ROOT)
  return names.filter((name) => name === 'shell' || name.startsWith('mfe-')).map((name) => join(ROOT, name))
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

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishRelease } from '@aangan/registry/releases/publish'
import { ConfigError } from '@aangan/service-kit/config'

/** The repository root: the same two levels up from `platform/src` and from the bundle in `platform/dist`. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const SHELL = 'shell'

/** Folders of the shell and of every remote; a folder with a manifest is a remote. */
export async function webParts(root = ROOT): Promise<string[]> {
  const folders = (await readdir(root)).sort().map((name) => join(root, name))
  return folders.filter((folder) => basename(folder) === SHELL || existsSync(join(folder, 'manifest.json')))
}

export interface Refused {
  folder: string
  cause: unknown
}

/**
 * Publishes every built web part as the stable release. Returns one sentence for each refused remote; the site runs
 * without them. Throws a ConfigError if the shell is refused.
 */
export async function publishBuilt(releasesDir: string, root = ROOT): Promise<string[]> {
  return (await publishAll(await webParts(root), releasesDir)).map(reasonOf)
}

/** Folders of web parts. Throws a ConfigError if the shell is among them and refused. */
export async function publishAll(folders: string[], releasesDir: string): Promise<Refused[]> {
  let refused = await publishEach(folders, releasesDir)
  // Retries while it makes progress: a route may refer to a remote that is published later.
  for (let before = Number.POSITIVE_INFINITY; refused.length > 0 && refused.length < before; ) {
    before = refused.length
    refused = await publishEach(
      refused.map(({ folder }) => folder),
      releasesDir,
    )
  }
  const shell = refused.find(({ folder }) => basename(folder) === SHELL)
  if (shell) throw new ConfigError(`${reasonOf(shell)} (npm run build)`, { cause: shell.cause })
  return refused
}

async function publishEach(folders: string[], releasesDir: string): Promise<Refused[]> {
  const refused: Refused[] = []
  for (const folder of folders) {
    try {
      await publishRelease({ from: join(folder, 'dist'), releasesDir })
    } catch (cause) {
      refused.push({ folder, cause })
    }
  }
  return refused
}

export function reasonOf({ cause }: Refused): string {
  return cause instanceof Error ? cause.message : String(cause)
}

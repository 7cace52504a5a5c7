import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SHELL } from '@aangan/contracts/release-urls'
import { type Publication, publishRelease } from '@aangan/registry/releases/publish'
import { ConfigError } from '@aangan/service-kit/config'
import { isAppError } from '@aangan/service-kit/errors'

/** The repository root: the same two levels up from `platform/src` and from the bundle in `platform/dist`. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Folders of the shell and of every remote; a folder with a manifest is a remote. */
export async function webParts(root = ROOT): Promise<string[]> {
  const folders = (await readdir(root)).sort().map((name) => join(root, name))
  return folders.filter((folder) => basename(folder) === SHELL || existsSync(join(folder, 'manifest.json')))
}

interface Refused {
  folder: string
  cause: unknown
}

export interface Built {
  /** One sentence for each refused part; the site runs without it, or with its live release. */
  refused: string[]
  /** One for each part of which a team's or an operator's choice stays. */
  kept: string[]
}

/**
 * Publishes every built web part as the stable release, except those that a team has deployed or an operator rolled back
 * or pinned since (`replace`: those too). Throws a ConfigError if the shell is broken.
 */
export async function publishBuilt(
  releasesDir: string,
  { root = ROOT, replace = false }: { root?: string; replace?: boolean } = {},
): Promise<Built> {
  const shipped = replace ? 'replace' : true
  let { refused, kept } = await publishEach(await webParts(root), { releasesDir, shipped })
  // Retries while it makes progress: a route may refer to a remote that is published later.
  for (let before = Number.POSITIVE_INFINITY; refused.length > 0 && refused.length < before; ) {
    before = refused.length
    const again = await publishEach(
      refused.map(({ folder }) => folder),
      { releasesDir, shipped },
    )
    refused = again.refused
    kept = [...kept, ...again.kept]
  }
  // One that does not fit what teams have deployed is left to them: the site runs on with the shell before.
  const shell = refused.find(({ folder, cause }) => basename(folder) === SHELL && !isConflict(cause))
  if (shell) throw new ConfigError(`${reasonOf(shell)} (npm run build)`, { cause: shell.cause })
  return { refused: refused.map(reasonOf), kept }
}

function isConflict(error: unknown): boolean {
  return isAppError(error) && error.code === 'CONFLICT'
}

async function publishEach(
  folders: string[],
  publication: Pick<Publication, 'releasesDir' | 'shipped'>,
): Promise<{ refused: Refused[]; kept: string[] }> {
  const refused: Refused[] = []
  const kept: string[] = []
  for (const folder of folders) {
    try {
      const published = await publishRelease({ from: join(folder, 'dist'), ...publication })
      const { name, kept: version } = published
      if (version !== undefined)
        kept.push(version ? `${name} stays at ${version}, which was deployed` : `${name} stays withdrawn`)
    } catch (cause) {
      refused.push({ folder, cause })
    }
  }
  return { refused, kept }
}

function reasonOf({ cause }: Refused): string {
  return cause instanceof Error ? cause.message : String(cause)
}

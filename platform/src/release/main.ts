import { basename, dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { changeChannels } from '@aangan/registry/releases/change'
import { publishRelease } from '@aangan/registry/releases/publish'
import { ConfigError } from '@aangan/service-kit/config'
import { findReleasesDir } from '../releases-dir.ts'
import { publishBuilt } from '../web-parts.ts'

const OPTIONS = {
  /** Also what a team has deployed or an operator rolled back. */
  all: { type: 'boolean', default: false },
  /** A slot that the release may leave empty although others mount it. */
  drop: { type: 'string', multiple: true, default: [] as string[] },
  promote: { type: 'string' },
  pin: { type: 'string' },
  unpin: { type: 'string' },
} as const
/** Options with a name, whose canary goes to everybody, or whose stable release stays as it is. */
const CHANGES = ['promote', 'pin', 'unpin'] as const

try {
  // One that is named is made by the first release.
  const releasesDir = process.env.RELEASES_DIR || findReleasesDir(process.env)
  const { values, positionals: folders } = readArguments()
  const changes = CHANGES.filter((action) => values[action] !== undefined)
  for (const action of changes) await change(values[action] ?? '', action, releasesDir)
  if (folders.length === 0 && changes.length === 0) await releaseBuilt(releasesDir, values.all)
  for (const folder of folders) await release(folder, releasesDir, values.drop)
} catch (error) {
  process.stderr.write(`release: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

function readArguments() {
  const found = parseArgs({ options: OPTIONS, allowPositionals: true })
  if (found.values.all && found.positionals.length > 0)
    throw new ConfigError('--all takes no folders: it releases all builds')
  return found
}

async function release(from: string, releasesDir: string, drops: string[]): Promise<void> {
  const { name, version, changed } = isKept(from, releasesDir)
    ? await rollBack(from, releasesDir)
    : await publishRelease({ from, releasesDir, drops })
  process.stdout.write(`${name} ${version} is ${changed ? 'live now' : 'already live'}\n`)
}

async function change(name: string, action: (typeof CHANGES)[number], releasesDir: string): Promise<void> {
  const changed = await changeChannels(releasesDir, name, { action }, { by: 'operator' })
  if (changed.size === 0) process.stdout.write(`${name} is as it was\n`)
  for (const [member, { stable, pinned }] of changed)
    process.stdout.write(`${member} ${stable} is stable${pinned ? ', and pinned' : ''}\n`)
}

/** `<releasesDir>/<name>/<version>` */
function isKept(folder: string, releasesDir: string): boolean {
  return resolve(folder, '../..') === resolve(releasesDir)
}

async function rollBack(folder: string, releasesDir: string) {
  const [name, version] = [basename(dirname(resolve(folder))), basename(resolve(folder))]
  const before = await changeChannels(releasesDir, name, { action: 'rollback', version }, { by: 'operator' })
  return { name, version, changed: before.size > 0 }
}

async function releaseBuilt(releasesDir: string, replace: boolean): Promise<void> {
  const { refused, kept } = await publishBuilt(releasesDir, { replace })
  for (const line of kept) process.stdout.write(`${line} (--all releases the build of this folder)\n`)
  if (refused.length > 0) throw new ConfigError(refused.join('\n'))
  process.stdout.write(
    `${kept.length > 0 ? 'The other built web parts' : 'The built shell and all built remotes'} are live\n`,
  )
}

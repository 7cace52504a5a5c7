import { publishRelease } from '@aangan/registry/releases/publish'
import { ConfigError, readConfig } from '@aangan/service-kit/config'
import { Type } from 'typebox'
import { publishBuilt } from '../web-parts.ts'
import { publishChanged } from './changed.ts'

const Settings = Type.Object({ RELEASES_DIR: Type.String({ minLength: 1, description: 'the folder of releases' }) })

const CHANGED = '--changed'

try {
  const { RELEASES_DIR: releasesDir } = readConfig(Settings, process.env)
  const args = process.argv.slice(2)
  if (args.length === 0) await releaseAll(releasesDir)
  else if (args.includes(CHANGED)) await releaseChanged(releasesDir, args)
  else for (const from of args) await release(releasesDir, from)
} catch (error) {
  process.stderr.write(`release: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function release(releasesDir: string, from: string): Promise<void> {
  const { name, version, changed } = await publishRelease({ from, releasesDir })
  process.stdout.write(`${name} ${version} is ${changed ? 'live now' : 'already live'}\n`)
}

async function releaseAll(releasesDir: string): Promise<void> {
  failIfAny(await publishBuilt(releasesDir))
  process.stdout.write('The built shell and all built remotes are live\n')
}

async function releaseChanged(releasesDir: string, args: string[]): Promise<void> {
  if (args.length > 1) throw new ConfigError(`${CHANGED} takes no folders: it looks at all builds`)
  const { names, refused } = await publishChanged(releasesDir)
  process.stdout.write(`${names.length === 0 ? 'No build has changed' : `Live now: ${names.join(', ')}`}\n`)
  failIfAny(refused)
}

function failIfAny(refused: string[]): void {
  if (refused.length > 0) throw new ConfigError(refused.join('\n'))
}

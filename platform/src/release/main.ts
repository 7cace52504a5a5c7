import { publishRelease } from '@aangan/registry/releases/publish'
import { ConfigError, readConfig } from '@aangan/service-kit/config'
import { Type } from 'typebox'
import { publishBuilt } from '../web-parts.ts'

const Settings = Type.Object({ RELEASES_DIR: Type.String({ minLength: 1, description: 'the folder of releases' }) })

try {
  const { RELEASES_DIR: releasesDir } = readConfig(Settings, process.env)
  const folders = process.argv.slice(2)
  if (folders.length === 0) await releaseAll(releasesDir)
  for (const from of folders) {
    const { name, version, changed } = await publishRelease({ from, releasesDir })
    process.stdout.write(`${name} ${version} is ${changed ? 'live now' : 'already live'}\n`)
  }
} catch (error) {
  process.stderr.write(`release: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function releaseAll(releasesDir: string): Promise<void> {
  const refused = await publishBuilt(releasesDir)
  if (refused.length > 0) throw new ConfigError(refused.join('\n'))
  process.stdout.write('The built shell and all built remotes are live\n')
}

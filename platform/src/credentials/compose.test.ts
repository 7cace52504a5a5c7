import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Found, needs } from '@aangan/service-kit/testing/needs'
import { expect, it, onTestFinished } from 'vitest'
import { ROOT } from '../../bin/lib/root.js'
import { writeCredentials } from './write.ts'

const run = promisify(execFile)

const compose = needs('Docker Compose', await findCompose())

it('docker-compose.yml is valid, and all that it reads is written by npm run secrets', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compose-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await copyFile(join(ROOT, 'docker-compose.yml'), join(folder, 'docker-compose.yml'))
  await writeCredentials(join(folder, 'secrets'))
  const [command = '', ...args] = compose()
  const { stdout } = await run(command, [...args, 'config'], { cwd: folder })
  expect(stdout).toContain('platform/dist/gateway.js')
})

async function findCompose(): Promise<Found<string[]>> {
  for (const command of [['docker', 'compose'], ['docker-compose']]) {
    const [program = '', ...args] = command
    const isThere = await run(program, [...args, 'version']).then(
      () => true,
      () => false,
    )
    if (isThere) return { value: command }
  }
  return { missing: 'neither docker compose nor docker-compose runs' }
}

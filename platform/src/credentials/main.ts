import { resolve } from 'node:path'
import { reportFailure } from '../tool.ts'
import { writeCredentials } from './write.ts'

try {
  const folder = resolve('secrets')
  await writeCredentials(folder)
  process.stdout.write(`Passwords and keys for docker-compose.yml are in ${folder}; existing ones are unchanged.\n`)
} catch (error) {
  reportFailure('secrets', error)
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Found } from './needs.ts'

const command = promisify(execFile)

/** Beyond this size, the system refuses every write to a file of this process. */
type LimitFiles = (bytes: number | 'unlimited') => Promise<void>

export async function findFileLimit(): Promise<Found<LimitFiles>> {
  const limitFiles: LimitFiles = async (bytes) => {
    await command('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])
  }
  return await command('prlimit', ['--version']).then(
    () => ({ value: limitFiles }),
    ({ message }: Error) => ({ missing: message }),
  )
}

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { type Child, spawnChild } from '../child-process.ts'
import type { Found } from '../needs.ts'
import { type Call, readCalls } from './calls.ts'

const TRACED = [
  ...['openat', 'write', 'writev', 'pwrite64', 'pwritev', 'ftruncate', 'fallocate', 'copy_file_range', 'sendfile'],
  ...['fsync', 'fdatasync', 'rename', 'link', 'unlink', 'rmdir', 'mkdir'],
]
const MOST_BYTES = 10_000_000

export type Strace = string[]

export interface Traced {
  calls: Call[]
  /** Lines that the child wrote to its standard output with `writeSync`, by the position of that call. */
  said: Map<number, string[]>
}

/** Debian's package `strace`. It may be installed and not be permitted, as in some containers. */
export async function findStrace(): Promise<Found<Strace>> {
  try {
    await promisify(execFile)('strace', ['-f', '--seccomp-bpf', '-o', '/dev/null', 'true'])
    return { value: ['strace', '-f', '--seccomp-bpf', '-y', '-xx', '-s', String(MOST_BYTES), '-e', TRACED.join()] }
  } catch (error) {
    return { missing: `strace does not work (${error instanceof Error ? error.message : String(error)})` }
  }
}

/** Runs the file as a child until it ends, and returns what it asked the system to do with files. */
export async function traceChild(strace: Strace, file: URL, parameters: string[] = [], faults: string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'strace-'))
  const output = join(folder, 'trace')
  try {
    const child = await spawnChild(file, parameters, { under: [...strace, ...faults, '-o', output] })
    onTestFinished(() => endGroup(child))
    child.stdout.resume()
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`The traced child ended with ${code}`)
    const calls = readCalls(await readFile(output, 'latin1'))
    return { calls, said: linesSaid(calls) } satisfies Traced
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Killing strace alone would leave the child running. */
function endGroup({ pid, exitCode, signalCode }: Child): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
}

function linesSaid(calls: Call[]): Traced['said'] {
  const toOutput = calls.filter(({ name, files }) => name === 'write' && files[0]?.fd === 1)
  return new Map(toOutput.map(({ end, strings }) => [end, String(strings[0]).trimEnd().split('\n')]))
}

import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

/** `config.heap` holds the Node options of the `start` script. */
const packageJson: { config: { heap: string } } = createRequire(import.meta.url)('../../package.json')

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_LIMIT_MS = 30_000

export interface RunningSite {
  url: string
  pid: number
  /** From spawning the process until `readyPath` returned 200. */
  readyMs: number
  /** Sends an IPC message and resolves with the next one received; only for commands with `talks`. */
  ask(): Promise<unknown>
  stop(): Promise<void>
}

export interface SiteCommand {
  command: string
  args: string[]
  env: Record<string, string>
  readyPath: string
  talks?: boolean
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('The operating system assigned no port.')
  return address.port
}

export function builtSite(dataDir: string, port: number): SiteCommand {
  const env = {
    PORT: String(port),
    METRICS_PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMIT: '1000000',
    TILE_URL: 'none',
  }
  const args = [...packageJson.config.heap.split(' '), 'platform/bin/start.js']
  return { command: process.execPath, args, env, readyPath: '/healthz' }
}

/** Resolves once the server is ready. Throws with its output if it exits or takes longer than 30 s. */
export async function startProcess({ command, args, env, readyPath, talks }: SiteCommand): Promise<RunningSite> {
  const started = performance.now()
  const stdio: StdioOptions = talks ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe']
  const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const url = `http://127.0.0.1:${env.PORT}`
  while (!(await answers(url + readyPath))) {
    if (child.exitCode !== null || performance.now() - started > START_LIMIT_MS) {
      child.kill('SIGKILL')
      throw new Error(`${[command, ...args].join(' ')} did not become ready:\n${said}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const readyMs = performance.now() - started
  return { url, pid: child.pid ?? 0, readyMs, ask: () => ask(child), stop: () => stop(child) }
}

async function ask(child: ChildProcess): Promise<unknown> {
  const answered = once(child, 'message')
  child.send('ask')
  const [answer] = await answered
  return answer
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    // Not listening yet.
    return false
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Current and peak resident memory in MB, from the kernel. */
export async function memoryOf(pid: number): Promise<{ nowMb: number; peakMb: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const read = (key: string) => Number(status.match(new RegExp(`${key}:\\s+(\\d+) kB`))?.[1]) / 1024
  return { nowMb: read('VmRSS'), peakMb: read('VmHWM') }
}

const TICK_MS = 10

/** Processor time of a process so far, in milliseconds. */
export async function cpuOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

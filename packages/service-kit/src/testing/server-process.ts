import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Launch = (port: number, folder: string) => Promise<ChildProcess>

export interface ServerProcess {
  port: number
  folder: string
  /** Changes with `start`. */
  pid(): number
  /** No-op if it has already exited. */
  end(signal: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

export async function runServer(name: string, launch: Launch): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
  const port = await freePort()
  let child = await launch(port, folder)

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  return {
    port,
    folder,
    pid: () => child.pid ?? 0,
    end,
    async start() {
      child = await launch(port, folder)
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      await end('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port on this machine')
  return address.port
}

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts the program on a port, keeping its data in a folder; resolves once it answers, rejects when it ends before. */
export type Launch = (port: number, folder: string) => Promise<ChildProcess>

/** A server of a test's own: on one port and one folder for as long as the test wants it. */
export interface ServerProcess {
  port: number
  folder: string
  /** Of the process that runs now. */
  pid(): number
  /** Sends the signal and waits until the process is gone; nothing when it is already. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Starts it again on the same port and folder. */
  start(): Promise<void>
  freeze(): void
  thaw(): void
  /** Kills it and removes its folder. */
  stop(): Promise<void>
}

/** `name` begins the name of its temporary folder. Throws ENOENT where the program is not on this machine. */
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

/** Tells a program that is not on this machine from one that failed. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('This machine gives no free port')
  return address.port
}

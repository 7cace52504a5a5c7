import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'nats'
import type { Found } from './needs.ts'

export interface NatsServer {
  url: string
  stop(): Promise<void>
}

/** A server process of a test's own, which it may kill and freeze. It keeps address and store over `start`. */
export interface NatsProcess extends NatsServer {
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>
  /** After `kill`. */
  start(): Promise<void>
  /** After `kill`: all that it stored is gone. */
  wipe(): Promise<void>
  freeze(): void
  thaw(): void
}

const START_DEADLINE_MS = 20_000

/** The server to test against: `NATS_URL`, a `nats-server` on the PATH, a container; or why there is none. */
export async function findNats(): Promise<Found<NatsServer>> {
  const url = process.env.NATS_URL
  if (url) return { value: { url, async stop() {} } }
  const own = await findNatsProcess()
  if ('value' in own) return own
  try {
    return { value: await startContainer() }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { missing: `no NATS_URL, no nats-server on the PATH, no container (${why})` }
  }
}

/** A server process for a test that kills or freezes it, or why there is none. */
export async function findNatsProcess(): Promise<Found<NatsProcess>> {
  try {
    return { value: await startNatsServer() }
  } catch (error) {
    if (!isMissing(error)) throw error
    return { missing: 'no nats-server on the PATH' }
  }
}

/** Starts the `nats-server` on the PATH with JetStream in a folder of its own. Throws ENOENT where there is none. */
export async function startNatsServer(): Promise<NatsProcess> {
  const store = await mkdtemp(join(tmpdir(), 'nats-'))
  const port = await freePort()
  const url = `nats://127.0.0.1:${port}`
  let child = await launch(port, store, url)

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  return {
    url,
    kill: () => end('SIGKILL'),
    async start() {
      child = await launch(port, store, url)
    },
    wipe: () => rm(store, { recursive: true, force: true }),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      await end('SIGKILL')
      await rm(store, { recursive: true, force: true })
    },
  }
}

async function launch(port: number, store: string, url: string): Promise<ChildProcess> {
  const options = ['--jetstream', '--store_dir', store, '--addr', '127.0.0.1', '--port', String(port)]
  const child = spawn('nats-server', options, { stdio: 'ignore' })
  await once(child, 'spawn')
  await answers(url, child)
  return child
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS
  for (;;) {
    try {
      const connection = await connect({ servers: url.replace('nats://', ''), timeout: 1_000, reconnect: false })
      await connection.jetstreamManager()
      await connection.close()
      return
    } catch (cause) {
      if (child.exitCode !== null) throw new Error(`nats-server ended with ${child.exitCode}`, { cause })
      if (Date.now() > deadline) throw new Error(`nats-server at ${url} does not answer`, { cause })
    }
    await pause(20)
  }
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

async function startContainer(): Promise<NatsServer> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = await new GenericContainer('nats:2.9')
    .withCommand(['--jetstream'])
    .withExposedPorts(4222)
    .withWaitStrategy(Wait.forLogMessage('Server is ready'))
    .start()
  return {
    url: `nats://${container.getHost()}:${container.getMappedPort(4222)}`,
    async stop() {
      await container.stop()
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'nats'
import type { Found } from './needs.ts'
import { isMissing, runServer, type ServerProcess } from './server-process.ts'

export interface NatsServer {
  url: string
  stop(): Promise<void>
}

/** A server process of a test's own, which it may kill and freeze. It keeps address and store over `start`. */
export interface NatsProcess extends NatsServer, Pick<ServerProcess, 'pid' | 'start' | 'freeze' | 'thaw' | 'stop'> {
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>
  /** After `kill`: all that it stored is gone. */
  wipe(): Promise<void>
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
  const server = await runServer('nats', launch)
  return {
    ...server,
    url: urlOf(server.port),
    kill: () => server.end('SIGKILL'),
    wipe: () => rm(server.folder, { recursive: true, force: true }),
  }
}

function urlOf(port: number): string {
  return `nats://127.0.0.1:${port}`
}

async function launch(port: number, store: string): Promise<ChildProcess> {
  const options = ['--jetstream', '--store_dir', store, '--addr', '127.0.0.1', '--port', String(port)]
  const child = spawn('nats-server', options, { stdio: 'ignore' })
  await once(child, 'spawn')
  await answers(urlOf(port), child)
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

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'nats'
import type { Found } from './needs.ts'
import { isMissing, runServer, type ServerProcess } from './server-process.ts'

export interface NatsServer {
  url: string
  stop(): Promise<void>
}

/** A test may kill and freeze it. It keeps address and store across `start`. */
export interface NatsProcess extends NatsServer, Pick<ServerProcess, 'pid' | 'start' | 'freeze' | 'thaw' | 'stop'> {
  kill(): Promise<void>
  wipe(): Promise<void>
  log(): Promise<string>
}

const START_DEADLINE_MS = 20_000

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

export async function findNatsProcess(): Promise<Found<NatsProcess>> {
  try {
    return { value: await startNatsServer() }
  } catch (error) {
    if (!isMissing(error)) throw error
    return { missing: 'no nats-server on the PATH' }
  }
}

interface Guard {
  /** Of nats-server, without address and store. */
  config: string
  env: Record<string, string>
  /** Who may ask whether the server is ready. */
  credentials: { user: string; pass: string }
}

/** Throws ENOENT if there is no `nats-server` on the PATH  */
export async function startNatsServer(guard?: Guard): Promise<NatsProcess> {
  const server = await runServer('nats', (port, store) => launch(port, store, guard))
  return {
    ...server,
    url: urlOf(server.port),
    log: () => readFile(join(server.folder, LOG), 'utf8'),
    kill: () => server.end('SIGKILL'),
    wipe: () => rm(server.folder, { recursive: true, force: true }),
  }
}

function urlOf(port: number): string {
  return `nats://127.0.0.1:${port}`
}

const LOG = 'server.log'
const CONFIG = 'nats.conf'

async function launch(port: number, store: string, guard?: Guard): Promise<ChildProcess> {
  const options = ['--jetstream', '--store_dir', store, '--addr', '127.0.0.1', '--port', String(port)]
  if (guard) {
    await writeFile(join(store, CONFIG), guard.config)
    options.push('--config', join(store, CONFIG))
  }
  // A wiped server has lost it.
  await mkdir(store, { recursive: true })
  const env = { ...process.env, ...guard?.env }
  const child = spawn('nats-server', [...options, '--log', join(store, LOG)], { stdio: 'ignore', env })
  await once(child, 'spawn')
  await answers(urlOf(port), child, guard?.credentials)
  return child
}

async function answers(url: string, child: ChildProcess, credentials?: Guard['credentials']): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS
  for (;;) {
    try {
      const servers = url.replace('nats://', '')
      const connection = await connect({ servers, timeout: 1_000, reconnect: false, ...credentials })
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

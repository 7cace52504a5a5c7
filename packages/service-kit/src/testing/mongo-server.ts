import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { MongoClient } from 'mongodb'
import type { Found } from './needs.ts'
import { isMissing, type Launch, runServer, type ServerProcess } from './server-process.ts'

export interface MongoServer {
  url: string
  stop(): Promise<void>
}

/** A test may end and freeze it. It keeps address and data across `start`. */
export type MongoProcess = MongoServer & ServerProcess

interface Program {
  launch: Launch
}

/** The first use of a MONGO_SERVER may have to download it. */
const START_DEADLINE_MS = 120_000

export async function findMongo(): Promise<Found<MongoServer>> {
  const url = process.env.MONGO_URL
  if (url) return { value: { url, async stop() {} } }
  // It is never restarted, so it need not keep its data: that is quicker.
  const own = await findMongoProcess({ keepsData: false })
  if ('value' in own) return own
  try {
    return { value: await startContainer() }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { missing: `no MONGO_URL, ${own.missing}, no container (${why})` }
  }
}

export async function findMongoProcess({ keepsData = true } = {}): Promise<Found<MongoProcess>> {
  try {
    return { value: await startProcess({ launch: launchMongod }) }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const command = process.env.MONGO_SERVER
  if (!command) return { missing: 'no mongod on the PATH, no MONGO_SERVER' }
  const launch: Launch = (port, directory) => launchCommand(command, port, keepsData ? [join(directory, 'data')] : [])
  return { value: await startProcess({ launch }) }
}

export function freshDatabase(url: string): string {
  const [, server, path = '', query = ''] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/([^?]*))?(\?.*)?$/.exec(url) ?? []
  if (!server) throw new Error('MONGO_URL must be a mongodb:// address')
  // Keeps authenticating against the database in the path.
  const source = server.includes('@') && !query.includes('authSource=') ? `authSource=${path || 'admin'}` : ''
  const options = [query.slice(1), source].filter((part) => part !== '').join('&')
  return `${server}/test_${randomBytes(6).toString('hex')}${options && `?${options}`}`
}

/** The stand-in for a mongod speaks its protocol but cannot explain queries. */
export async function explaining(found: Found<MongoServer>): Promise<Found<MongoServer>> {
  if ('missing' in found) return found
  const client = new MongoClient(found.value.url)
  try {
    await client.db('test').collection('none').find({}).explain('queryPlanner')
    return found
  } catch (error) {
    return { missing: `the server found cannot explain queries (${error instanceof Error ? error.message : error})` }
  } finally {
    await client.close()
  }
}

async function startProcess(program: Program): Promise<MongoProcess> {
  const server = await runServer('mongo', program.launch)
  return { ...server, url: `mongodb://127.0.0.1:${server.port}` }
}

async function launchMongod(port: number, directory: string): Promise<ChildProcess> {
  const options = ['--dbpath', directory, '--port', String(port), '--bind_ip', '127.0.0.1']
  const child = spawn('mongod', options, { stdio: 'ignore' })
  await once(child, 'spawn')
  const client = new MongoClient(`mongodb://127.0.0.1:${port}`, { serverSelectionTimeoutMS: START_DEADLINE_MS })
  await Promise.race([client.connect(), failWhenEnded(child, 'mongod')])
  await client.close()
  return child
}

/** The server that MONGO_SERVER names runs on Java, whose second compiler takes longer than it saves in a test run. */
const JAVA_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'

async function launchCommand(command: string, port: number, file: string[]): Promise<ChildProcess> {
  const env = { JAVA_TOOL_OPTIONS: JAVA_OPTIONS, ...process.env }
  const child = spawn(command, [String(port), ...file], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  await once(child, 'spawn')
  await Promise.race([announced(child), failWhenEnded(child, command)])
  return child
}

async function announced(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error('The server has no output to read')
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ready mongodb://')) break
  }
  // Drains later output, which would fill the pipe.
  child.stdout.resume()
}

async function failWhenEnded(child: ChildProcess, command: string): Promise<never> {
  const lines: string[] = []
  child.stderr?.on('data', (data: Buffer) => lines.splice(0, Math.max(0, lines.length - 20), data.toString()))
  const [code, signal] = await once(child, 'exit')
  throw new Error(`${command} ended before it was ready, with ${code ?? signal}: ${lines.join('')}`)
}

async function startContainer(): Promise<MongoServer> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = await new GenericContainer('mongo:8')
    .withExposedPorts(27017)
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/))
    .start()
  return {
    url: `mongodb://${container.getHost()}:${container.getMappedPort(27017)}`,
    async stop() {
      await container.stop()
    },
  }
}

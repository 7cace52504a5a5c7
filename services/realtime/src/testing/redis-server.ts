import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Found } from '@aangan/service-kit/testing/needs'
import { isMissing, runServer, type ServerProcess } from '@aangan/service-kit/testing/server-process'

/** A process that only this test uses, so it may kill and freeze it. */
export type RedisProcess = ServerProcess & { url: string }

const START_DEADLINE_MS = 20_000

/** Starts the `redis-server` on the PATH, or returns why there is none. */
export async function findRedisProcess(): Promise<Found<RedisProcess>> {
  try {
    const server = await runServer('redis', launch)
    return { value: { ...server, url: `redis://127.0.0.1:${server.port}` } }
  } catch (error) {
    if (!isMissing(error)) throw error
    return { missing: 'no redis-server on the PATH' }
  }
}

async function launch(port: number, folder: string) {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
  const child = spawn('redis-server', options, { stdio: 'ignore' })
  await once(child, 'spawn')
  const deadline = Date.now() + START_DEADLINE_MS
  while (!(await answers(port))) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error(`redis-server on ${port} does not answer`)
    await pause(20)
  }
  return child
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  socket.write('PING\r\n')
  try {
    const [chunk] = await once(socket, 'data')
    return String(chunk).startsWith('+PONG')
  } catch {
    // Not listening yet.
    return false
  } finally {
    socket.destroy()
  }
}

import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '@aangan/service-kit/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Site, startSite } from './testing/site.ts'
import { askUpgrade, startNode } from './testing/socket-node.ts'

let site: Site
let release: () => void
let agent: Agent
beforeEach(async () => {
  const posts = (app: App) => {
    app.get('/posts', async () => [])
    app.post('/posts', async () => [])
    app.get('/posts/slow', () => new Promise((resolve) => (release = () => resolve([]))))
  }
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
  site = await startSite({ config: { DRAIN_MS: 4_000 }, services: { posts } })
})
afterEach(async () => {
  agent.destroy()
  await site.close()
})

/** On the agent's one connection, if it is still open. */
async function send(path: string, method = 'GET'): Promise<IncomingMessage> {
  const [answer] = await once(request({ port: site.port, path, method, agent }).end(), 'response')
  await once((answer as IncomingMessage).resume(), 'end')
  return answer as IncomingMessage
}

const health = async () => (await site.send({ path: '/healthz' })).status

describe('a gateway that stops', () => {
  it('is not ready at once, serves on while each response ends its connection, and closes no idle one', async () => {
    const idle = new Agent({ keepAlive: true, maxSockets: 1 })
    const [unused] = await once(request({ port: site.port, path: '/posts', agent: idle }).end(), 'response')
    const { socket } = unused
    await once(unused.resume(), 'end')
    const slow = send('/posts/slow')
    await expect.poll(() => release).toBeDefined()
    const stopping = site.stopGateway()
    expect(await health()).toBe(503)
    release()
    const answers = [await slow, await send('/posts', 'POST'), await send('/posts')]
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers.connection])).toEqual([
      [200, 'close'],
      [200, 'close'],
      [200, 'close'],
    ])
    expect(socket.destroyed).toBe(false)
    await stopping
    await expect(site.send({ path: '/posts' })).rejects.toThrow('without a response')
    idle.destroy()
  })

  it('lets its sockets leave one after another, and accepts new ones meanwhile', async () => {
    const node = await startNode(site.bus, 'node')
    const open = new Set<Socket>()
    const path = '/socket.io/?EIO=4&transport=websocket'
    const connect = async () => {
      const { socket } = await askUpgrade(site.port, path)
      if (socket === undefined) throw new Error('no WebSocket')
      open.add(socket)
      socket.once('close', () => open.delete(socket)).resume()
      return socket
    }
    const sockets = []
    for (let count = 0; count < 40; count += 1) sockets.push(await connect())
    const [first] = sockets
    const left = once(first as Socket, 'close')
    const stopping = site.stopGateway()
    await left
    expect(open.size).toBeGreaterThan(30)
    await connect()
    await stopping
    await expect.poll(() => open.size).toBe(0)
    await node.close()
  })
})

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Bus } from '@aangan/service-kit/bus/bus'

/** A fake realtime node: returns its name to polls and echoes WebSocket data. */
export async function startNode(bus: Bus, name: string) {
  const asked: IncomingHttpHeaders[] = []
  const sockets = new Set<Socket>()
  const state = { draining: false, connections: 0, refusal: '', frozen: false }
  const server = createServer(({ headers, url }, response) => {
    if (state.frozen) return
    if (url === '/livez') return void response.end()
    asked.push(headers)
    // A long poll without events.
    if (url?.includes('wait')) return
    response.setHeader('content-type', 'text/plain; charset=UTF-8')
    response.end(name.padEnd(4_000))
  })
  server.on('upgrade', ({ headers }: IncomingMessage, socket: Socket) => {
    asked.push(headers)
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    if (state.refusal) socket.end(state.refusal)
    else socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    if (!state.refusal) socket.pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tell = () => {
    const { draining, connections } = state
    return bus.broadcast('realtime.node', { node: name, address, connections, draining })
  }
  await tell()
  const timer = setInterval(() => void tell(), 500)
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    address,
    asked,
    state,
    tell,
    /** Stops its announcements only. */
    fallSilent: () => clearInterval(timer),
    freeze() {
      clearInterval(timer)
      state.frozen = true
    },
    hangUp,
    async close() {
      clearInterval(timer)
      hangUp()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Requests a WebSocket: resolves with the connection, or with the refusal. */
export async function askUpgrade(port: number, path: string, headers: Record<string, string> = {}) {
  const asking = request({ host: '127.0.0.1', port, path, agent: false, headers: { ...UPGRADE, ...headers } }).end()
  return await new Promise<{ status: number; headers: IncomingHttpHeaders; body: string; socket?: Socket }>(
    (resolve, reject) => {
      asking.on('error', reject)
      asking.on('upgrade', ({ statusCode = 0, headers }, socket) =>
        resolve({ status: statusCode, headers, body: '', socket }),
      )
      asking.on('response', async (answer) => {
        const chunks = await answer.toArray()
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() })
      })
    },
  )
}

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
}

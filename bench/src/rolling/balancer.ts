import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

const ASK_EVERY_MS = 250

/** Passes TCP connections on to the gateways whose /healthz is 200, in turn; a refused one goes to the next. */
export async function openBalancer(urls: string[]) {
  const ready = new Set(urls)
  const open = new Set<Socket>()
  let turn = 0

  async function ask(url: string): Promise<void> {
    const isReady = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) ready.add(url)
    else ready.delete(url)
  }

  function pass(client: Socket, left: string[]): void {
    const [url, ...others] = left
    if (url === undefined) return void client.destroy()
    const { hostname, port } = new URL(url)
    const gateway = connect(Number(port), hostname)
    gateway.once('error', () =>
      gateway.connecting || gateway.bytesRead === 0 ? pass(client, others) : client.destroy(),
    )
    gateway.once('connect', () => {
      gateway.removeAllListeners('error').on('error', () => client.destroy())
      client.once('close', () => gateway.destroy())
      gateway.once('close', () => client.destroySoon())
      client.pipe(gateway).pipe(client)
    })
  }

  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => client.destroy()).once('close', () => open.delete(client))
    turn += 1
    const known = [...ready]
    pass(client, [...known.slice(turn % known.length), ...known.slice(0, turn % known.length)])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const timer = setInterval(() => void Promise.all(urls.map(ask)), ASK_EVERY_MS)
  return {
    port: (server.address() as AddressInfo).port,
    isReady: (url: string) => ready.has(url),
    close() {
      clearInterval(timer)
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A TCP proxy that a test can cut, and that can drop what the server sends before that. */
export async function openProxy(url: string): Promise<{ url: string; deafen(): void; cut(): void }> {
  const { hostname, port } = new URL(url)
  const pairs = new Set<[Socket, Socket]>()
  const proxy = createServer((client) => {
    const server = dial(Number(port), hostname)
    const pair: [Socket, Socket] = [client, server]
    pairs.add(pair)
    client.pipe(server).pipe(client)
    for (const each of pair) each.on('error', () => each.destroy()).on('close', () => end(pair))
  })

  function end(pair: [Socket, Socket]): void {
    pairs.delete(pair)
    for (const each of pair) each.destroy()
  }

  function cut(): void {
    for (const pair of pairs) end(pair)
  }

  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    cut()
    proxy.close()
  })
  const { port: own } = proxy.address() as AddressInfo
  return {
    url: `nats://127.0.0.1:${own}`,
    /** Drops what the server sends from now on, on existing connections. */
    deafen() {
      for (const [client, server] of pairs) server.unpipe(client).resume()
    },
    cut,
  }
}

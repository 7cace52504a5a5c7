import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A line to the site which can be cut: the browser's own emulation does not reach what a worker asks for. */
export async function openLine(to: string) {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(Number(new URL(to).port), 'localhost')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
    if (isCut) near.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  const mend = () => {
    isCut = false
  }
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, cut, mend }
}

import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStore } from './open.ts'

/** Accepts connections but never responds. */
async function startSilentServer(): Promise<number> {
  const server: Server = createServer((socket) => onTestFinished(() => void socket.destroy())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

describe('opening an unreachable MongoDB', { timeout: 60_000 }, () => {
  test('names the host, never the password', async () => {
    const opening = openStore('mongodb://me:hidden@127.0.0.1:1/site', { name: 'posts' })
    const error = await opening.catch((caught) => caught)
    expect(error).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('127.0.0.1:1') })
    expect(error.message).not.toContain('hidden')
  })

  test('gives up on a server that accepts but never responds', async () => {
    const port = await startSilentServer()
    const opening = openStore(`mongodb://127.0.0.1:${port}`, { name: 'posts' })
    await expect(opening).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  test('uses the timeout in its URL', async () => {
    const opening = openStore('mongodb://127.0.0.1:1/site?serverselectiontimeoutms=20', { name: 'posts' })
    await expect(opening).rejects.toMatchObject({ message: expect.stringContaining('within 20 ms') })
  })
})

test('a URL with an unknown option is refused in words for the operator', async () => {
  const opening = openStore('mongodb://127.0.0.1:1/site?bad=1', { name: 'posts' })
  const message = 'STORE_URL cannot be used: option bad is not supported'
  await expect(opening).rejects.toMatchObject({ name: 'ConfigError', message })
})

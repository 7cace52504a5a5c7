import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bus } from '@aangan/service-kit/bus/bus'
import { openBus } from '@aangan/service-kit/bus/open'
import { readConfig } from '@aangan/service-kit/config'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { serverParts } from '@aangan/service-kit/testing/server-parts'
import { expect, onTestFinished, test } from 'vitest'
import { assemblePosts } from './app.ts'
import { PostsConfig } from './config.ts'
import { POSTS_MIGRATIONS } from './migrations.ts'

/** A service whose search begins with `open`. Until then all turns are taken by two requests that wait for it. */
async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'posts-left-'))
  const parts = { ...serverParts(), now: () => new Date() }
  const store = await openMigratedStore(`sqlite:${folder}`, { name: 'posts', migrations: POSTS_MIGRATIONS })
  const bus = await openBus(`sqlite:${folder}`, { name: 'posts', log: parts.log })
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  const late: Bus = {
    ...bus,
    async follow(options) {
      await opened
      return await bus.follow(options)
    },
  }
  const { app } = await assemblePosts({ config: readConfig(PostsConfig, {}), ...parts, store, bus: late })
  const received: string[] = []
  const answered: string[] = []
  app.addHook('onRequest', async ({ url }) => {
    received.push(url)
  })
  // onResponse is not called for a connection that is closed.
  app.addHook('onSend', async ({ url }, { statusCode }) => {
    answered.push(`${statusCode} ${url}`)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    open()
    await app.close()
    await bus.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const { port } = app.server.address() as AddressInfo
  return {
    open,
    answered,
    /** Resolves once the service has the request. */
    async ask(path: string) {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      await expect.poll(() => received).toContain(path)
      return socket
    },
  }
}

test('a search whose client leaves before its turn is dropped', async () => {
  const { open, answered, ask } = await start()
  const staying = [await ask('/posts?limit=1'), await ask('/posts?limit=2')]
  const leaving = await ask('/posts?limit=3')
  leaving.destroy()
  await expect.poll(() => answered).toEqual(['408 /posts?limit=3'])
  open()
  await Promise.all(staying.map((socket) => once(socket, 'data')))
  expect(answered).toEqual(['408 /posts?limit=3', '200 /posts?limit=1', '200 /posts?limit=2'])
})

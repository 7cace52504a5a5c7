import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { readConfig } from '../config.ts'
import { runProcess } from '../process.ts'
import { createServer } from '../server.ts'

const SLOW_MS = 200
const Config = Type.Object({ PORT: Type.Integer({ default: 0 }) })

await runProcess('fixture', async ({ env, log, metrics, onStop }) => {
  onStop(async () => log.info('closed the store'))
  const app = createServer({ name: 'posts', parts: { log, metrics }, ready: async () => {} })
  app.get('/slow', async () => {
    log.info('entered')
    await pause(SLOW_MS)
    return 'done'
  })
  app.get('/stuck', async () => {
    log.info('entered')
    await new Promise(() => undefined)
  })
  onStop(async () => {
    await app.close()
    log.info('closed the server')
  })
  await app.listen({ port: readConfig(Config, env).PORT, host: '127.0.0.1' })
  log.info({ port: (app.server.address() as AddressInfo).port }, 'listening')
})

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { readConfig } from '../config.ts'
import { runProcess } from '../process.ts'
import { readPublicKeys } from '../secrets.ts'
import { createServer } from '../server.ts'

const SLOW_MS = 200
const Config = Type.Object({
  PORT: Type.Integer({ default: 0 }),
  START_AFTER: Type.Optional(Type.String()),
  KEY_FILE: Type.Optional(Type.String()),
})

await runProcess('fixture', async ({ env, log, metrics, onStop }) => {
  const config = readConfig(Config, env)
  onStop(async () => log.info('closed the store'))
  if (config.KEY_FILE) await readPublicKeys(config.KEY_FILE)
  if (config.START_AFTER) {
    log.info('starting')
    // Keeps the process alive, as a connection would that is being opened.
    const opening = setInterval(() => {}, 1_000)
    await once(process, config.START_AFTER)
    clearInterval(opening)
  }
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
  await app.listen({ port: config.PORT, host: '127.0.0.1' })
  log.info({ port: (app.server.address() as AddressInfo).port }, 'listening')
})

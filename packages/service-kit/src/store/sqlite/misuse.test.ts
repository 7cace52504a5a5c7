import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../log.ts'
import { createServer } from '../../server.ts'
import { serverParts } from '../../testing/server-parts.ts'
import { newSqliteUrl } from '../../testing/sqlite-url.ts'
import type { Filter } from '../store.ts'
import { collectionOf, type Loose } from '../suite/collection.ts'

test('misuse by our own code is sent as INTERNAL, without its message, and logged', async () => {
  const things = await collectionOf<Loose>(newSqliteUrl)
  const lines: { level: string; err?: { message: string } }[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  const log = createLog({ level: 'error', destination: stream })
  const app = createServer({ name: 'posts', parts: { ...serverParts(), log }, ready: async () => {} })
  onTestFinished(() => app.close())
  app.get('/posts', async () => things.find({ $or: [] } as Filter<Loose>).toArray())
  const answer = await app.inject('/posts')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toMatchObject({ code: 'INTERNAL', message: expect.not.stringContaining('$or') })
  expect(lines).toMatchObject([{ level: 'error', err: { message: expect.stringContaining('$or') } }])
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { openBus } from './bus/open.ts'
import { isDiskFull } from './disk.ts'
import { AppError } from './errors.ts'
import { allAnswer } from './health.ts'
import { createLog } from './log.ts'
import { createServer } from './server.ts'
import { openStore } from './store/open.ts'
import { serverParts } from './testing/server-parts.ts'

async function failureOf(work: () => unknown): Promise<Error> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('it did not fail')
}

/** Of a database that may not grow. */
function fullDatabase(): Promise<Error> {
  const database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  database.exec('CREATE TABLE t (x); PRAGMA max_page_count = 4')
  return failureOf(() => {
    for (;;) database.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(3_000))
  })
}

const fullFile = () => failureOf(() => writeFile('/dev/full', 'x'))

test.each([
  ['a database', fullDatabase],
  ['a file', fullFile],
])('%s that is full is 507 with Retry-After, also as a cause, and /healthz says so', async (_what, fail) => {
  const error = await fail()
  for (const thrown of [error, new AppError('UNAVAILABLE', 'away', { cause: error })]) {
    expect(isDiskFull(thrown)).toBe(true)
    const ping = async () => Promise.reject(thrown)
    const app = createServer({ name: 'posts', parts: serverParts(), ready: allAnswer({ store: { ping } }) })
    app.post('/posts', ping)
    const answer = await app.inject({ method: 'POST', url: '/posts' })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([507, '30'])
    expect(answer.json().message).toMatch(/^Nothing can be saved right now, because our storage is full/)
    const health = await app.inject('/healthz')
    expect([health.statusCode, health.json().message]).toEqual([507, 'Not ready: store (its disk is full)'])
  }
})

describe.each(['', '-wal', '-shm'])('once the file it.db%s was removed or replaced', (suffix) => {
  async function openFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'disk-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    return folder
  }

  it.each(['removed', 'replaced'])('%s, a store acknowledges no write, and its ping fails', async (how) => {
    const folder = await openFolder()
    const store = await openStore(`sqlite:${folder}`, { name: 'it' })
    onTestFinished(() => store.close())
    await store.ping()
    const file = join(folder, `it.db${suffix}`)
    await rm(file)
    if (how === 'replaced') await writeFile(file, '')
    await expect(store.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const refused = { code: 'UNAVAILABLE', cause: { message: expect.stringContaining(`${file} was removed`) } }
    await expect(store.collection('things').insertOne({ _id: 'a' })).rejects.toMatchObject(refused)
  })

  it('an event log acknowledges no event, and its ping fails', async () => {
    const folder = await openFolder()
    const bus = await openBus(`sqlite:${folder}`, { name: 'it', log: createLog({ level: 'silent' }) })
    onTestFinished(() => bus.close())
    await bus.ping()
    await rm(join(folder, `bus.db${suffix}`))
    await expect(bus.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const event = { id: 'a', subject: 'account.removed', data: { id: 'a', rev: 1 } } as const
    await expect(bus.publish(event)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

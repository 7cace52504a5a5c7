import { once } from 'node:events'
import { truncate } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from './errors.ts'
import { isOutage } from './outage.ts'
import { openStore } from './store/open.ts'
import { isStoreUnavailable } from './store/store.ts'
import { newSqliteUrl } from './testing/sqlite-url.ts'

async function failureOf(work: () => unknown): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('It did not fail')
}

async function folder(): Promise<string> {
  return (await newSqliteUrl()).slice('sqlite:'.length)
}

test('a service that is away is an outage, one that refuses is none', () => {
  const away = ['UNAVAILABLE', 'UPSTREAM_FAILED', 'UPSTREAM_TIMED_OUT'] as const
  for (const code of away) expect(isOutage(new AppError(code, 'x')), code).toBe(true)
  const refused = ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'TOO_LARGE', 'INTERNAL'] as const
  for (const code of refused) expect(isOutage(new AppError(code, 'x')), code).toBe(false)
})

test('a bug is none, whatever it throws', () => {
  for (const error of [new TypeError('x is undefined'), new Error('x'), 'x', undefined, null, { code: 'ECONNRESET' }])
    expect(isOutage(error), String(error)).toBe(false)
})

test('what an outage caused is an outage', () => {
  const away = new AppError('UNAVAILABLE', 'x')
  expect(isOutage(new Error('x', { cause: new Error('y', { cause: away }) }))).toBe(true)
  expect(isOutage(new AggregateError([new Error('x'), away]))).toBe(true)
  const circular = new Error('x')
  circular.cause = circular
  expect(isOutage(circular)).toBe(false)
})

test('nothing listening and a time limit are outages', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  expect(isOutage(await failureOf(() => fetch(`http://127.0.0.1:${port}`)))).toBe(true)
  const limit = AbortSignal.timeout(0)
  await once(limit, 'abort')
  expect(isOutage(await failureOf(() => limit.throwIfAborted()))).toBe(true)
})

test('a full disk and a locked file are outages, a wrong statement is none', async () => {
  const file = join(await folder(), 'it.db')
  const [one, other] = [new DatabaseSync(file), new DatabaseSync(file)]
  onTestFinished(() => {
    one.close()
    other.close()
  })
  one.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x UNIQUE); PRAGMA max_page_count = 4')
  const full = await failureOf(() => {
    for (let n = 0; ; n += 1) one.prepare('INSERT INTO t VALUES (?)').run(`${n}`.padEnd(3_000))
  })
  other.exec('BEGIN IMMEDIATE')
  const locked = await failureOf(() => one.exec('BEGIN IMMEDIATE'))
  for (const error of [full, locked])
    expect([isOutage(error), isStoreUnavailable(error)], String(error)).toEqual([true, true])
  other.exec("INSERT INTO t VALUES ('a')")
  for (const sql of ['SELECT * FROM none', "INSERT INTO t VALUES ('a')"])
    expect(isOutage(await failureOf(() => other.exec(sql))), sql).toBe(false)
})

test('a damaged file is an outage, also for a read in a thread', async () => {
  const directory = await folder()
  const store = await openStore(`sqlite:${directory}`, { name: 'it' })
  const things = store.collection<{ _id: string; text: string }>('things')
  const documents = Array.from({ length: 500 }, (_, n) => ({ _id: `t${n}`, text: 'x'.repeat(1_000) }))
  await things.bulkWrite(
    documents.map((document) => ({ insertOne: { document } })),
    { ordered: false },
  )
  await store.close()
  const file = join(directory, 'it.db')
  const whole = new DatabaseSync(file)
  whole.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  whole.close()
  await truncate(file, 5 * 8_192)
  const damaged = await openStore(`sqlite:${directory}`, { name: 'it' })
  onTestFinished(() => damaged.close())
  const failure = await failureOf(() => damaged.collection('things').find({}).toArray())
  expect(isOutage(failure), String(failure)).toBe(true)
})

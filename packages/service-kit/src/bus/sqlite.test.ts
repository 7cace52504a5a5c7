import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../errors.ts'
import { overwrite } from '../testing/overwrite.ts'
import { busSuite } from './bus.suite.ts'
import { openBus } from './open.ts'
import { trim } from './sqlite-log.ts'
import { type Backend, listed, made, numbers, openAt, parkedAt, publishInOrder, QUICK } from './suite/backend.ts'
import { kill, startChild } from './suite/processes.ts'
import { createGate, createSightings } from './suite/sightings.ts'

const INJECT = 'INSERT INTO events (id, subject, data, at) VALUES (?, ?, ?, 0)'
const OUTSTANDING = `
  SELECT (SELECT count(*) FROM pending WHERE durable = :durable) + (
    SELECT count(*) FROM events JOIN places USING (subject)
    WHERE durable = :durable AND asked AND events.seq > places.seq) AS count`

/** Version 1 with three events; the durable `reader` subscribed to thing.made and has handled the first. */
const FORMER_FORMAT = `
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, subject TEXT NOT NULL, data TEXT NOT NULL,
    at INTEGER NOT NULL
  );
  CREATE TABLE cursors (durable TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE interests (durable TEXT NOT NULL, subject TEXT NOT NULL, PRIMARY KEY (durable, subject)) WITHOUT ROWID;
  INSERT INTO cursors VALUES ('reader', 1);
  INSERT INTO interests VALUES ('reader', 'thing.made');
  INSERT INTO events (id, subject, data, at) VALUES
    ('made-1', 'thing.made', '{"n":1}', 0), ('other-2', 'other.made', '{"n":2}', 0), ('made-3', 'thing.made', '{"n":3}', 0);
  PRAGMA user_version = 1;
`

async function backend(): Promise<Backend & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'bus-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return {
    folder,
    url: `sqlite:${folder}`,
    prefix: 'unused',
    async inject({ id, subject, text }) {
      await using(folder, (db) => db.prepare(INJECT).run(id, subject, text))
    },
    async removeEvents() {
      await using(folder, (db) => trim(db, { dedupeMs: -1, keepMs: -1 }, new Date()))
    },
    outstanding: (durable) => using(folder, (db) => db.prepare(OUTSTANDING).get({ durable }).count),
    async forget(durable) {
      await using(folder, (db) => db.prepare('UPDATE places SET asked = 0 WHERE durable = ?').run(durable))
    },
  }
}

async function using<T>(folder: string, work: (db: DatabaseSyncInstance) => T | Promise<T>): Promise<T> {
  const db = new DatabaseSync(join(folder, 'bus.db'), { timeout: 5_000 })
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

busSuite('SQLite', backend)

describe('the event log in SQLite', { timeout: 180_000 }, () => {
  test('writes wait for a lock with the event loop running', async () => {
    const there = await backend()
    const { bus } = await openAt(there)
    const gate = createGate()
    const seen = createSightings<string>()
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made'],
      async handle({ id }) {
        seen.see(id)
        await gate.opened
      },
    })
    await bus.publish(made(1))
    await seen.until((all) => all.length === 1)
    const published = await using(there.folder, async (db) => {
      db.exec('BEGIN IMMEDIATE')
      const publishing = bus.publish(made(2)).catch((error: unknown) => error)
      gate.open()
      for (const _turn of numbers(3)) await nextTurn()
      db.exec('COMMIT')
      return await publishing
    })
    expect(published).toBeUndefined()
    await vi.waitFor(async () => expect(await there.outstanding('reader')).toBe(0), { timeout: 30_000 })
    expect(seen.all).toEqual(['made-1', 'made-2'])
  })

  test('two processes publish into one log', async () => {
    const there = await backend()
    const { said, child } = await startChild(there, 'publish')
    const { bus } = await openAt(there)
    await said.until((all) => all.length >= 20)
    for (const n of numbers(50)) {
      // Next to a process that writes continuously, a publish may time out; callers retry.
      const publish = () => bus.publish({ id: `here-${n}`, subject: 'other.made', data: { n } })
      await vi.waitFor(publish, { timeout: 30_000 })
    }
    await said.until((all) => all.length >= 100)
    await kill(child)
    const seen = createSightings<string>()
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made', 'other.made'],
      handle: async ({ id }) => seen.see(id),
    })
    await seen.until((all) => all.includes('here-50') && all.includes('made-100'))
    expect(seen.all.filter((id) => id.startsWith('here'))).toEqual(numbers(50).map((n) => `here-${n}`))
  })

  test('several processes can create the log at the same time', async () => {
    const there = await backend()
    const children = await Promise.all(numbers(3).map(() => startChild(there, 'handle')))
    for (const { said } of children) await said.until((all) => all.includes('ready'))
  })

  test('a retry is not postponed by as much as the system clock is set back', async () => {
    const { bus } = await openAt(await backend())
    const seen = createSightings<string>()
    vi.setSystemTime(Date.now() + 3_600_000)
    onTestFinished(() => void vi.useRealTimers())
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made'],
      async handle({ data, attempt }) {
        seen.see(`${data.n}/${attempt}`)
        if (data.n === 1 && attempt === 1) throw new Error('not now')
      },
    })
    await publishInOrder(bus, numbers(2))
    await seen.until((all) => all.includes('2/1'))
    vi.useRealTimers()
    // Wakes the consumer.
    await bus.publish(made(3))
    await seen.until((all) => all.includes('1/2'))
  })

  test('a backlog does not block the event loop', async () => {
    const { bus } = await openAt(await backend())
    await Promise.all(numbers(500).map((n) => bus.publish(made(n))))
    const seen = createSightings<number>()
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 1)
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async ({ data }) => seen.see(data.n) })
    const atStart = turns
    await seen.until((all) => all.length === 500)
    clearInterval(timer)
    expect(turns - atStart).toBeGreaterThan(2)
  })

  test('only events that every durable has handled are trimmed', async () => {
    const there = await backend()
    const { bus } = await openAt(there)
    const seen = createSightings<string>()
    await bus.subscribe({
      durable: 'failing',
      subjects: ['thing.made'],
      async handle({ data, attempt }) {
        seen.see(`${data.n}/${attempt}`)
        if (data.n === 2) throw new Error('not yet')
      },
    })
    const late = await bus.subscribe({ durable: 'late', subjects: ['thing.made'], handle: async () => {} })
    await publishInOrder(bus, numbers(3))
    await bus.publish({ id: 'nobody', subject: 'other.made', data: { n: 4 } })
    await seen.until((all) => all.includes('3/1') && all.includes('2/1'))
    await expect.poll(() => there.outstanding('late'), { timeout: 20_000 }).toBe(0)
    await late.stop()
    await publishInOrder(bus, [5])
    await seen.until((all) => all.includes('5/1'))

    expect(await using(there.folder, (db) => trim(db, { dedupeMs: 600_000, keepMs: 600_000 }, new Date()))).toEqual([])
    expect(await kept(there.folder)).toEqual(['made-1', 'made-2', 'made-3', 'nobody', 'made-5'])
    expect(await using(there.folder, (db) => trim(db, { dedupeMs: -1, keepMs: 600_000 }, new Date()))).toEqual([])
    expect(await kept(there.folder)).toEqual(['made-2', 'nobody', 'made-5'])
    expect(await using(there.folder, (db) => trim(db, { dedupeMs: -1, keepMs: -1 }, new Date()))).toEqual([
      { durable: 'failing', subject: 'thing.made', events: 1 },
      { durable: 'late', subject: 'thing.made', events: 1 },
    ])
    expect(await kept(there.folder)).toEqual([])
    await bus.publish(made(6))
    await seen.until((all) => all.includes('6/1'))
  })

  test('an event that waited out an outage for nearly as long as the log keeps it is parked', async () => {
    const there = await backend()
    const { bus, counted } = await openAt(there)
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made'],
      handle: () => Promise.reject(new AppError('UNAVAILABLE', 'The store is away')),
    })
    // `inject` dates it to 1970.
    await there.inject({ id: 'old', subject: 'thing.made', text: '{"n":1}' })
    const parked = await parkedAt(there)
    await expect.poll(async () => (await listed(parked)).map(({ id }) => id), { timeout: 20_000 }).toEqual(['old'])
    const [event] = await listed(parked)
    expect(event?.error).toMatch(/was away for too long; because: AppError: The store is away/)
    expect(await counted('postponed')).toBe(0)
  })

  test('the age of the oldest unhandled event is shown, and its removal is logged', async () => {
    const there = await backend()
    const { bus, gauge, lines } = await openAt(there, { ...QUICK, dedupeMs: 20, keepMs: 30 * 365 * 86_400_000 })
    const late = await bus.subscribe({ durable: 'late', subjects: ['thing.made'], handle: async () => {} })
    await late.stop()
    expect(await gauge('bus_oldest_unhandled_seconds', 'late')).toBe(0)
    await there.inject({ id: 'old', subject: 'thing.made', text: '{"n":1}' })
    expect(await gauge('bus_oldest_unhandled_seconds', 'late')).toBeGreaterThan(50 * 365 * 86_400)
    const told = await lines.until((all) => all.some(({ level }) => level === 50))
    expect(told.find(({ level }) => level === 50)).toMatchObject({ durable: 'late', subject: 'thing.made', events: 1 })
  })

  test('the log is trimmed in the background', async () => {
    const there = await backend()
    const { bus } = await openAt(there, { ...QUICK, dedupeMs: 20 })
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async () => {} })
    await publishInOrder(bus, numbers(3))
    await expect.poll(() => kept(there.folder), { timeout: 20_000 }).toEqual([])
  })

  test('a step of the clock removes no event that is not handled', async () => {
    const there = await backend()
    const { bus } = await openAt(there, { ...QUICK, dedupeMs: 20 })
    const late = await bus.subscribe({ durable: 'late', subjects: ['other.made'], handle: async () => {} })
    await late.stop()
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async () => {} })
    await bus.publish({ id: 'waiting', subject: 'other.made', data: { n: 0 } })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())
    // Dated to 1970; the second is removed by a run that began after the step.
    for (const id of ['first', 'second']) {
      await there.inject({ id, subject: 'thing.made', text: '{"n":1}' })
      await expect.poll(() => kept(there.folder), { timeout: 20_000 }).not.toContain(id)
    }
    expect(await kept(there.folder)).toEqual(['waiting'])
  })

  test('what was trimmed is overwritten in the file', async () => {
    const there = await backend()
    const { bus } = await openAt(there, { ...QUICK, dedupeMs: 20 })
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async () => {} })
    await there.inject({ id: 'gone', subject: 'thing.made', text: '{"n":1,"name":"zubeda"}' })
    await expect.poll(() => kept(there.folder), { timeout: 20_000 }).toEqual([])
    await bus.close()
    const db = new DatabaseSync(join(there.folder, 'bus.db'))
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    db.close()
    expect((await readFile(join(there.folder, 'bus.db'))).includes('zubeda')).toBe(false)
  })

  test('an unusable folder is reported in one sentence', async () => {
    const { folder } = await backend()
    const file = join(folder, 'file')
    await writeFile(file, '')
    const options = { name: 'suite', log: pino({ level: 'silent' }) }
    await expect(openBus(`sqlite:${file}/inside`, options)).rejects.toThrow(/The event log .*bus\.db cannot be used/)
    await writeFile(join(folder, 'bus.db'), 'no database, but long enough to be taken for one'.repeat(100))
    await expect(openBus(`sqlite:${folder}`, options)).rejects.toThrow(/The event log .*not a database/)
  })

  test('damage is reported with the path of the file', async () => {
    const there = await backend()
    const { bus } = await openAt(there)
    await publishInOrder(bus, numbers(200))
    await bus.close()
    const file = join(there.folder, 'bus.db')
    await using(there.folder, (db) => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
    const parked = await parkedAt(there)
    const { size } = await stat(file)
    for (let position = 8_192; position < size; position += 8_192) await overwrite(file, position)
    await expect(listed(parked)).rejects.toThrow(`${file}: database disk image is malformed`)
    const key = { durable: 'reader', id: 'made-1' }
    await expect(parked.discard(key)).rejects.toThrow(`${file}: database disk image is malformed`)
  })

  test('durables of a version 1 log keep their cursors', async () => {
    const there = await backend()
    await using(there.folder, (db) => db.exec(FORMER_FORMAT))
    const { bus } = await openAt(there)
    const seen = createSightings<string>()
    const subjects = ['thing.made', 'other.made'] as const
    await bus.subscribe({ durable: 'reader', subjects, handle: async ({ id }) => seen.see(id) })
    await bus.publish(made(4))
    expect(await seen.until((all) => all.includes('made-4'))).toEqual(['other-2', 'made-3', 'made-4'])
  })

  test('a log of a newer release is not touched', async () => {
    const { folder } = await backend()
    await using(folder, (db) => db.exec('PRAGMA user_version = 99'))
    const options = { name: 'suite', log: pino({ level: 'silent' }) }
    await expect(openBus(`sqlite:${folder}`, options)).rejects.toThrow(/its format version is 99, from a newer release/)
  })

  test('an unknown bus address is rejected', async () => {
    const options = { name: 'suite', log: pino({ level: 'silent' }) }
    for (const url of ['sqlite:', 'redis://127.0.0.1', 'nats://', '']) {
      await expect(openBus(url, options)).rejects.toThrow(/is not the address of a/)
    }
  })
})

function kept(folder: string): Promise<string[]> {
  return using(folder, (db) =>
    db
      .prepare('SELECT id FROM events ORDER BY seq')
      .all()
      .map(({ id }) => id),
  )
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { onTestFinished } from 'vitest'
import { busSuite } from './bus.suite.ts'
import type { Place } from './suite/place.ts'

const OUTSTANDING = `
  SELECT (SELECT count(*) FROM pending WHERE durable = :durable) + (
    SELECT count(*) FROM events JOIN interests USING (subject) JOIN cursors USING (durable)
    WHERE durable = :durable AND events.seq > cursors.seq) AS count`

async function place(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'bus-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return {
    url: `sqlite:${folder}`,
    prefix: 'unused',
    async inject({ id, subject, text }) {
      using(folder, (db) =>
        db.prepare('INSERT INTO events (id, subject, data, at) VALUES (?, ?, ?, 0)').run(id, subject, text),
      )
    },
    async outstanding(durable) {
      return using(folder, (db) => db.prepare(OUTSTANDING).get({ durable }).count)
    },
  }
}

function using<T>(folder: string, work: (db: DatabaseSyncInstance) => T): T {
  const db = new DatabaseSync(join(folder, 'bus.db'), { timeout: 5_000 })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

busSuite('SQLite', place)

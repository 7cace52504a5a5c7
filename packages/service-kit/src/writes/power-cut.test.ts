import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { needs } from '../testing/needs.ts'
import type { Call } from '../testing/power-cut/calls.ts'
import type { Luck } from '../testing/power-cut/content.ts'
import { Disk } from '../testing/power-cut/disk.ts'
import { findStrace, type Traced, traceChild } from '../testing/power-cut/trace.ts'
import { createRandom } from '../testing/random.ts'
import { newSqliteUrl } from '../testing/sqlite-url.ts'
import type { Pending } from './document.ts'
import type { Said } from './suite/power-cut-child.ts'

const CHILD = new URL('./suite/power-cut-child.ts', import.meta.url)
const CUTS = 200
const SEED = 2026
const LUCKS: Luck[] = ['none', 'some', 'some', 'all']

const strace = needs('strace', await findStrace())

describe('a power cut at any moment', { timeout: 180_000 }, () => {
  test('loses nothing acknowledged or shown, and no document of an event', async () => {
    const backend = (await newSqliteUrl()).slice('sqlite:'.length)
    const traced = await traceChild(strace(), CHILD, [`sqlite:${join(backend, 'new/store')}`])
    const left = join(backend, 'left')
    const found: Record<string, string[]> = {}
    let cuts = 0
    for (const { at, luck, said, leave } of powerCuts(traced, backend)) {
      leave(left)
      const problems = problemsOf(join(left, 'new/store'), said)
      if (problems.length > 0) found[`line ${at}, ${luck} of the rest`] = problems
      rmSync(left, { recursive: true })
      cuts += 1
    }
    expect(found).toEqual({})
    expect(cuts).toBe(CUTS)
  })
})

interface Cut {
  at: number
  luck: Luck
  said: readonly Said[]
  leave(to: string): void
}

function* powerCuts({ calls, said }: Traced, root: string): Generator<Cut> {
  const random = createRandom(SEED)
  const disk = new Disk(root)
  const heard: Said[] = []
  const concerned = calls.filter((call) => said.has(call.end) || pathsOf(call).some((path) => path.startsWith(root)))
  let left = CUTS
  for (const [index, call] of concerned.entries()) {
    disk.apply(call)
    for (const line of said.get(call.end) ?? []) heard.push(JSON.parse(line))
    if (random(concerned.length - index) >= left) continue
    left -= 1
    const luck = LUCKS[left % LUCKS.length] ?? 'some'
    yield { at: call.end, luck, said: heard, leave: (to) => disk.leave(to, luck, random) }
  }
}

function pathsOf({ files, strings }: Call): string[] {
  return [...files.map(({ path }) => path), ...strings.map((bytes) => bytes.toString('latin1', 0, 200))]
}

function problemsOf(folder: string, said: readonly Said[]): string[] {
  const store = contentOf(join(folder, 'suite.db'), ['things', 'things-removed'])
  const bus = contentOf(join(folder, 'bus.db'), ['events'])
  const revs = new Map<string, number>()
  for (const { _id, doc } of [...store.rows('things'), ...store.rows('things-removed')])
    revs.set(`${_id}`, Math.max(JSON.parse(`${doc}`).rev, revs.get(`${_id}`) ?? 0))
  const removed = new Set(store.rows('things-removed').map(({ _id }) => _id))
  const events = new Map(bus.rows('events').map(({ id, data }) => [id, JSON.parse(`${data}`) as Pending['data']]))
  const isKept = (id: string, rev: number) => (revs.get(id) ?? 0) >= rev
  const lost = said.flatMap((one) => {
    if ('removed' in one) return removed.has(one.removed) ? [] : [`the removal of ${one.removed}`]
    if ('followed' in one) return events.has(one.followed) ? [] : [`the event ${one.followed}, which was followed`]
    return one.saved.filter(([id, rev]) => !isKept(id, rev)).map(([id, rev]) => `${id} at rev ${rev}`)
  })
  const ahead = [...events].flatMap(([id, data]) => {
    const documents = 'things' in data ? (data.things as { _id: string; rev: number }[]) : [{ ...data, _id: data.id }]
    const all = documents.every(({ _id, rev }) => isKept(`${_id}`, rev ?? 0))
    return all ? [] : [`what the event ${id} tells`]
  })
  return [...store.damages, ...bus.damages, ...lost, ...ahead]
}

function contentOf(file: string, tables: string[]) {
  const contents = new Map<string, Record<string, unknown>[]>()
  const rows = (table: string) => contents.get(table) ?? []
  if (!existsSync(file)) return { rows, damages: [] }
  const db = new DatabaseSync(file)
  try {
    // Not for the content: recovery and close would wait for the real disk.
    db.exec('PRAGMA synchronous = OFF')
    const damages = db
      .prepare('PRAGMA integrity_check')
      .all()
      .map(({ integrity_check: found }) => `${found}`)
    for (const table of tables) {
      const known = db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table)
      if (known) contents.set(table, db.prepare(`SELECT * FROM "${table}"`).all())
    }
    return { rows, damages: damages.filter((found) => found !== 'ok').map((found) => `${file}: ${found}`) }
  } catch (error) {
    return { rows, damages: [`${file}: ${error}`] }
  } finally {
    db.close()
  }
}

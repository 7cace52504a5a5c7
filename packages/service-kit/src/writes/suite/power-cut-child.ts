import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { createBatches } from '../batches.ts'
import type { Stored } from '../document.ts'
import { startRelay } from '../relay.ts'
import { append, openBackend, type TestEvents, type Thing, take, writesOf } from './backend.ts'

/** What was acknowledged or shown, and would be missed after a power cut. */
export type Said = { saved: [id: string, rev: number][] } | { removed: string } | { followed: string }

const WRITERS = 5
const ROUNDS = 6
const BATCH = 20
/** A round rewrites the whole document. */
const TEXT = 'x'.repeat(800)
/** Longer than the delay of a checkpoint: the log then starts over. */
const PAUSE_MS = 800

const [url = ''] = process.argv.slice(2)

/** Written before anything else can happen, unlike `process.stdout`. */
function say(said: Said): void {
  writeSync(1, `${JSON.stringify(said)}\n`)
}

async function session(parts: string[], { close }: { close: boolean }): Promise<void> {
  const { store, bus } = await openBackend({ storeUrl: url, busUrl: url, prefix: 'unused' })
  const writes = writesOf(store)
  const options = { documents: 'things', removed: 'things-removed', batches: 'things-batches' }
  const batches = createBatches<Thing, TestEvents>(store, {
    ...options,
    eventsOf: (things) => [{ subject: 'things.added', data: { things } }],
  })
  const log = pino({ level: 'fatal' }, process.stderr)
  const relay = startRelay({ bus, log, now: () => new Date(), writes: [writes, batches] })
  await bus.follow({
    subjects: ['thing.changed', 'things.added', 'thing.removed'],
    from: 'now',
    afterGap: 'end',
    onGap: async () => undefined,
    handle: async ({ id }) => say({ followed: id }),
  })
  let isDone = false
  const looking = look()

  /** A response to a read may acknowledge somebody's write, too. */
  async function look(): Promise<void> {
    const things = store.collection<Stored>('things')
    while (!isDone) {
      const found = await things.find({}, { sort: { rev: -1 }, limit: 20 }).toArray()
      say({ saved: found.map(({ _id, rev }) => [_id, rev]) })
      await pause(3)
    }
  }

  async function write(writer: string, round: number): Promise<void> {
    const id = `${writer}-${round % 3}`
    const saved = await append(writes, id, TEXT)
    say({ saved: [[id, saved?.rev ?? 0]] })
    const gone = `${writer}-gone-${round}`
    await append(writes, gone, TEXT)
    if (await take(writes, gone)) say({ removed: gone })
    const things = Array.from({ length: BATCH }, (_, n) => ({ _id: `${id}-${round}-${n}`, rev: 1, values: [] }))
    if (round % 4 === 0) say({ saved: (await batches.add(things)).map(({ _id }) => [_id, 1]) })
  }

  for (const part of parts) {
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let round = 0; round < ROUNDS; round += 1) await write(`${part}-${writer}`, round)
    })
    await Promise.all(writers)
    if (part !== parts.at(-1)) await pause(PAUSE_MS)
  }
  isDone = true
  await looking
  if (!close) return
  await relay.stop()
  await bus.close()
  await store.close()
}

await session(['first'], { close: true })
await session(['second', 'third'], { close: false })
process.exit()

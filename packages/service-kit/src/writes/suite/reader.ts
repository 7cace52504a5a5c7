import { expect } from 'vitest'
import { createSightings, type Sightings } from '../../bus/suite/sightings.ts'
import type { Store } from '../../store/store.ts'
import type { Stored, Tombstone } from '../document.ts'
import type { TestBus, Thing } from './backend.ts'

export type Known = { id: string; rev: number; value: string } | { id: string; removed: true }

interface Heard {
  subject: 'thing.changed' | 'thing.removed'
  id: string
  rev: number
  values: string[] | null
}

export type Reader = Sightings<Heard>

export async function startReader(bus: TestBus): Promise<Reader> {
  const heard = createSightings<Heard>()
  await bus.subscribe({
    durable: 'reader',
    subjects: ['thing.changed', 'thing.removed'],
    async handle({ subject, data }) {
      heard.see({ subject, id: data.id, rev: data.rev, values: 'values' in data ? data.values : null })
    },
  })
  return heard
}

/**
 * Waits until nothing is pending. Then each acknowledged write was delivered, in the order of `rev` for each thing, and
 * a reader that ignores older ones has exactly what is stored.
 */
export async function expectPublished(store: Store, reader: Reader, known: Known[]): Promise<void> {
  const [things, removed] = [store.collection<Stored & Thing>('things'), store.collection<Tombstone>('things-removed')]
  const pending = async () => {
    const due = { outboxDue: { $gte: 0 } }
    return (await things.countDocuments(due)) + (await removed.countDocuments(due))
  }
  await expect.poll(pending, { timeout: 60_000 }).toBe(0)
  const wanted = new Map<string, number>()
  for (const { _id, rev } of [...(await things.find({}).toArray()), ...(await removed.find({}).toArray())]) {
    wanted.set(_id, Math.max(rev, wanted.get(_id) ?? 0))
  }
  await reader.until((all) => [...wanted].every(([id, rev]) => all.some((one) => one.id === id && one.rev === rev)))
  for (const write of known) expect(reader.all.filter((heard) => tells(heard, write))).not.toEqual([])
  for (const id of wanted.keys()) {
    const revs = reader.all.filter((heard) => heard.id === id).map(({ rev }) => rev)
    const first = [...new Set(revs)]
    expect(first).toEqual(first.toSorted((a, b) => a - b))
    const last = reader.all.find((heard) => heard.id === id && heard.rev === Math.max(...revs))
    expect(last?.values ?? null).toEqual((await things.findOne({ _id: id }))?.values ?? null)
  }
}

function tells({ subject, id, rev, values }: Heard, write: Known): boolean {
  if (id !== write.id) return false
  return 'removed' in write
    ? subject === 'thing.removed'
    : rev === write.rev && values !== null && values.includes(write.value)
}

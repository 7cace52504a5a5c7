import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Bus } from '../../bus/bus.ts'
import { openBus } from '../../bus/open.ts'
import { openStore } from '../../store/open.ts'
import type { Store } from '../../store/store.ts'
import { OUTBOX_INDEX, type Revised } from '../document.ts'
import { createWrites } from '../writes.ts'

export interface Backend {
  storeUrl: string
  busUrl: string
  prefix: string
}

export type TestEvents = {
  'thing.changed': { id: string; rev: number; values: string[] }
  'things.added': { things: Thing[] }
  'thing.removed': { id: string; rev: number }
}

export interface Thing extends Revised {
  values: string[]
  note?: string | undefined
  copy?: string
}

export type TestBus = Bus<TestEvents, Record<never, never>>

const log = pino({ level: 'fatal' }, process.stderr)

export async function openBackend({ storeUrl, busUrl, prefix }: Backend): Promise<{ store: Store; bus: TestBus }> {
  const store = await openStore(storeUrl, { name: 'suite' })
  const bus: TestBus = await openBus(busUrl, { name: 'suite', log, prefix })
  return { store, bus }
}

export async function openForTest(backend: Backend) {
  const { store, bus } = await openBackend(backend)
  onTestFinished(async () => {
    await bus.close()
    await store.close()
  })
  for (const name of ['things', 'things-removed', 'things-batches'])
    await store.collection(name).createIndexes([OUTBOX_INDEX])
  return { store, bus, log, now: () => new Date(), writes: writesOf(store) }
}

export function writesOf(store: Store) {
  return createWrites<Thing, TestEvents>(store, { documents: 'things', removed: 'things-removed' })
}

export type TestWrites = ReturnType<typeof writesOf>

export function append(writes: TestWrites, id: string, value: string): Promise<Thing | null> {
  return writes.change(id, (current) => {
    const document = { ...(current ?? { _id: id, rev: 0 }), values: [...(current?.values ?? []), value] }
    return { document, events: [{ subject: 'thing.changed', data: { id, values: document.values } }] }
  })
}

export function take(writes: TestWrites, id: string): Promise<boolean> {
  return writes.remove(id, () => [{ subject: 'thing.removed', data: { id } }], new Date())
}

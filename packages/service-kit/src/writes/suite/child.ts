import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'
import type { Collection, Document, Store } from '../../store/store.ts'
import { startRelay } from '../relay.ts'
import { append, openBackend, type TestBus, take, writesOf } from './backend.ts'

/** Two documents before they are published and two before they are cleared. */
const RELAY_STOPS = 4

/** With `stops` it halts at each point below and prints `here` for each; with `runs` it goes on forever. */
const [storeUrl = '', busUrl = '', prefix = '', task = ''] = process.argv.slice(2)
const { store, bus } = await openBackend({ storeUrl, busUrl, prefix })

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Keeps the process alive until it is killed. */
setInterval(() => undefined, 60_000)

let stopped = 0
const progress = new EventEmitter()
const relayStopped = once(progress, 'relay-stopped')

function stopHere(): Promise<never> {
  say('here')
  stopped += 1
  if (stopped === RELAY_STOPS) progress.emit('relay-stopped')
  return new Promise(() => undefined)
}

async function add(id: string, value: string): Promise<void> {
  const saved = await append(writes, id, value)
  say(JSON.stringify({ id, rev: saved?.rev, value }))
}

const publish: TestBus['publish'] = async (event) => {
  const id = 'id' in event.data ? event.data.id : ''
  if (id.startsWith('before-publish')) await stopHere()
  await bus.publish(event)
  if (id.startsWith('before-clear')) await stopHere()
}

async function deleteOne(things: Collection<Document>, filter: { _id?: string }) {
  if (filter._id === 'before-delete') await stopHere()
  const outcome = await things.deleteOne(filter)
  if (filter._id === 'after-delete') await stopHere()
  return outcome
}

const stopping: Store = {
  ...store,
  collection<T extends Document>(name: string) {
    return new Proxy(store.collection<T>(name), {
      get(collection, key) {
        const things = store.collection(name)
        if (key === 'deleteOne') return (filter: { _id?: string }) => deleteOne(things, filter)
        const value: unknown = Reflect.get(collection, key)
        return typeof value === 'function' ? value.bind(collection) : value
      },
    })
  },
}

const writes = writesOf(stopping)
const relaying = () =>
  startRelay({
    bus: { publish },
    log: pino({ level: 'warn' }, process.stderr),
    now: () => new Date(),
    writes: [writes],
  })

async function stops(): Promise<void> {
  for (const id of [
    'before-publish-1',
    'before-publish-2',
    'before-clear-1',
    'before-clear-2',
    'before-delete',
    'after-delete',
  ]) {
    for (const value of ['a', 'b', 'c']) await add(id, value)
  }
  relaying()
  // Otherwise the relay would find a removal in the middle, and halt there too.
  await relayStopped
  await Promise.all([take(writes, 'before-delete'), take(writes, 'after-delete')])
}

async function runs(): Promise<never> {
  relaying()
  for (let n = 0; ; n += 1) {
    const id = `thing-${n % 5}-${Math.floor(n / 40)}`
    if (n % 40 < 35) await add(id, `v${n}`)
    else if (await take(writes, id)) say(JSON.stringify({ id, removed: true }))
  }
}

await (task === 'stops' ? stops() : runs())

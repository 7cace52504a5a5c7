import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Bus } from '../bus/bus.ts'
import { openBus } from '../bus/open.ts'
import type { Store } from '../store/store.ts'
import { openMigratedStore } from '../testing/migrated-store.ts'
import { rejectingUpserts } from '../testing/rejecting-upserts.ts'
import { serverParts } from '../testing/server-parts.ts'
import { newSqliteUrl } from '../testing/sqlite-url.ts'
import { eraseRemovedAccounts } from './erasing.ts'
import { createRemovedAccounts, indexRemovedAccounts } from './removed-accounts.ts'

const [ASHA, RAVI] = ['a'.repeat(24), 'b'.repeat(24)]
const HOUR_MS = 3_600_000
const MIGRATIONS = [{ number: 1, name: 'index', run: indexRemovedAccounts }]
const { log } = serverParts()

let store: Store
let bus: Bus
let offset: number
/** Who was erased, once for each piece. */
let erased: string[]
const now = () => new Date(Date.now() + offset)

beforeEach(async () => {
  const url = await newSqliteUrl()
  store = await openMigratedStore(url, { name: 'notes', migrations: MIGRATIONS })
  bus = await openBus(url, { name: 'notes', log })
  ;[offset, erased] = [0, []]
})
afterEach(async () => {
  await bus.close()
  await store.close()
})

/** @param pieces how many each person has */
async function start(pieces = 1, fail = (_id: string) => false) {
  const erase = async (id: string) => {
    if (fail(id)) throw new Error('the store is away')
    erased.push(id)
    return erased.filter((one) => one === id).length % pieces > 0
  }
  const erasing = await eraseRemovedAccounts({
    bus,
    log,
    now,
    name: 'notes',
    removed: createRemovedAccounts(store),
    erase,
  })
  onTestFinished(() => erasing.stop())
  return erasing
}

const publish = (id: string) => bus.publish({ id: `removed:${id}`, subject: 'account.removed', data: { id, rev: 2 } })

it('erases a person piece by piece, however often the event arrives', async () => {
  await start(3)
  await publish(ASHA)
  await expect.poll(() => erased).toEqual([ASHA, ASHA, ASHA])
  await bus.publish({ id: 'again', subject: 'account.removed', data: { id: ASHA, rev: 2 } })
  await publish(RAVI)
  await expect.poll(() => erased).toEqual([ASHA, ASHA, ASHA, RAVI, RAVI, RAVI])
})

it('continues after a crash, and erases once more an hour later', async () => {
  const removed = createRemovedAccounts(store)
  await removed.add(ASHA, now())
  const first = await start()
  await expect.poll(() => removed.due(now())).toBe(null)
  await first.stop()
  offset = HOUR_MS - 60_000
  expect(await removed.due(now())).toBe(null)
  offset = HOUR_MS + 1_000
  const second = await start()
  await expect.poll(() => removed.due(now())).toBe(null)
  await second.stop()
  expect(erased).toEqual([ASHA, ASHA])
  offset = 1_000 * HOUR_MS
  expect([await removed.due(now()), await removed.has(ASHA)]).toEqual([null, true])
})

it('goes on with others if one fails, and repeats that one a minute later', async () => {
  const removed = createRemovedAccounts(store)
  let isAway = true
  const first = await start(1, (id) => isAway && id === ASHA)
  await publish(ASHA)
  await publish(RAVI)
  await expect.poll(() => erased).toEqual([RAVI])
  await first.stop()
  isAway = false
  offset = 61_000
  await start(1)
  await expect.poll(() => erased).toEqual([RAVI, ASHA])
  expect(await removed.among([ASHA, RAVI, 'c'.repeat(24)])).toEqual(new Set([ASHA, RAVI]))
})

it('a rejected upsert, as of two handlers at once, loses nobody', async () => {
  const removed = createRemovedAccounts(rejectingUpserts(store))
  await removed.add(ASHA, now())
  expect(await removed.has(ASHA)).toBe(true)
})

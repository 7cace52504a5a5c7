import { openStore } from '../store/open.ts'
import { ENDLESS } from './slow-filter.ts'

/**
 * Tasks: `insert` prints each _id once it is acknowledged, forever; `add N` increments `it` N times; `import N`
 * bulk-writes N documents; `exit N` exits with code 7 during two slow reads of N documents; `fail` inserts until that
 * fails, and prints the codes of this and of what follows.
 */
const [url = '', task = '', amount = '0'] = process.argv.slice(2)
const store = await openStore(url, { name: 'suite' })
const things = store.collection<{ _id: string; count?: number; log?: string[]; text?: string }>('things')

/** Waits for the write: a loop that never yields to the event loop would fill the pipe of a slow reader and stall. */
function print(line: string): Promise<void> {
  return new Promise((done) => process.stdout.write(`${line}\n`, () => done()))
}

async function insertForEver(): Promise<never> {
  for (let n = 0; ; n += 1) {
    await things.insertOne({ _id: `k${n}`, text: 'x'.repeat(500) })
    await print(`k${n}`)
  }
}

async function add(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await things.updateOne({ _id: 'it' }, { $inc: { count: 1 }, $push: { log: `child ${n}` } })
  }
}

async function bulkImport(total: number): Promise<void> {
  const operations = Array.from({ length: total }, (_, n) => ({ insertOne: { document: { _id: `bulk${n}` } } }))
  await things.bulkWrite(operations, { ordered: false })
}

async function exitWhileReading(amount: number): Promise<void> {
  await bulkImport(amount)
  for (let n = 0; n < 2; n += 1) void things.find(ENDLESS).toArray()
  setTimeout(() => process.exit(7), 1_500)
}

async function insertUntilItFails(): Promise<void> {
  const code = async (work: Promise<unknown>) =>
    work.then(
      () => 'OK',
      (error: { code?: string }) => `${error.code}`,
    )
  for (let n = 0, last = 'OK'; last === 'OK'; n += 1) {
    last = await code(things.insertOne({ _id: `k${n}` }))
    if (last !== 'OK') await print(`failed: ${last}`)
  }
  await print(`then insert: ${await code(things.insertOne({ _id: 'after' }))}`)
  await print(`then find: ${await code(things.findOne({}))}`)
  await print(`then ping: ${await code(store.ping())}`)
}

if (task === 'fail') await insertUntilItFails()
if (task === 'exit') await exitWhileReading(Number(amount))
if (task === 'insert') await insertForEver()
if (task === 'add') await add(Number(amount))
if (task === 'import') await bulkImport(Number(amount))
if (task !== 'exit') await store.close()
console.log('done')

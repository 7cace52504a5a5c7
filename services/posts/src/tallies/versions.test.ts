import { openStore } from '@aangan/service-kit/store/open'
import { newSqlitePlace } from '@aangan/service-kit/testing/sqlite-place'
import { expect, onTestFinished, test } from 'vitest'
import { recount, type Versioned } from './versions.ts'

interface Count extends Versioned {
  count: number
}

async function openCounts() {
  const store = await openStore(await newSqlitePlace(), { name: 'counts' })
  onTestFinished(() => store.close())
  return store.collection<Count>('counts')
}

test.each(['new', 'kept'])('a slow count of a %s document never covers a later one', async (state) => {
  const counts = await openCounts()
  let truth = 1
  const count = async () => [{ _id: 'it', count: truth }]
  if (state === 'kept') await recount(counts, ['it'], count)
  truth = 10
  let interrupted = 0
  await recount(counts, ['it'], async () => {
    const seen = await count()
    if (interrupted === 3) return seen
    interrupted += 1
    truth += 1
    await recount(counts, ['it'], count)
    return seen
  })
  expect(await counts.findOne({ _id: 'it' })).toMatchObject({ count: truth })
})

test('what stays the same is not written again', async () => {
  const counts = await openCounts()
  await recount(counts, ['it'], async () => [{ _id: 'it', count: 1 }])
  const before = await counts.findOne({ _id: 'it' })
  await recount(counts, ['it'], async () => [{ _id: 'it', count: 1 }])
  expect(await counts.findOne({ _id: 'it' })).toEqual(before)
})

test('one that never gets its turn says so', async () => {
  const counts = await openCounts()
  let others = 0
  const always = recount(counts, ['it'], async () => {
    others += 1
    await recount(counts, ['it'], async () => [{ _id: 'it', count: others }])
    return [{ _id: 'it', count: 0 }]
  })
  await expect(always).rejects.toThrow('Tallies such as it changed during each of 20 counts')
})

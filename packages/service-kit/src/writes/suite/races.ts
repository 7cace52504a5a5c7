import { expect, onTestFinished, test } from 'vitest'
import { startRelay } from '../relay.ts'
import { append, type Backend, openForTest, take } from './backend.ts'
import { expectPublished, type Known, startReader } from './reader.ts'

const TWENTY = Array.from({ length: 20 }, (_, n) => `v${n}`)

export function raceSuite(newBackend: () => Promise<Backend>): void {
  async function started() {
    const opened = await openForTest(await newBackend())
    const reader = await startReader(opened.bus)
    // Two, as in two replicas.
    for (const writes of [opened.writes, opened.writes]) {
      const relay = startRelay({ ...opened, writes: [writes] })
      onTestFinished(() => relay.stop())
    }
    return { ...opened, reader }
  }

  test.each([
    ['', ['first']],
    [' that does not exist yet', []],
  ])('twenty racing changes of one document%s are all kept', async (_name, before) => {
    const { writes, store, reader } = await started()
    for (const value of before) await append(writes, 'it', value)
    const saved = await Promise.all(TWENTY.map((value) => append(writes, 'it', value)))
    const last = saved.toSorted((a, b) => (b?.rev ?? 0) - (a?.rev ?? 0))[0]
    expect(last?.rev).toBe(before.length + 20)
    expect(last?.values.toSorted()).toEqual([...before, ...TWENTY].toSorted())
    await expectPublished(
      store,
      reader,
      saved.map((one) => ({ id: 'it', rev: one?.rev ?? 0, value: one?.values.at(-1) ?? '' })),
    )
    expect(reader.all.map(({ rev }) => rev)).toEqual(Array.from({ length: last?.rev ?? 0 }, (_, n) => n + 1))
  })

  test('changes that race with a removal are applied before it, or rejected', async () => {
    const { writes, store, reader } = await started()
    await append(writes, 'it', 'first')
    const changing = TWENTY.map(async (value): Promise<Known | null> => {
      try {
        return { id: 'it', rev: (await append(writes, 'it', value))?.rev ?? 0, value }
      } catch (error) {
        expect(error).toMatchObject({ code: 'GONE' })
        return null
      }
    })
    const [, ...saved] = await Promise.all([Promise.all([take(writes, 'it'), take(writes, 'it')]), ...changing])
    expect(await store.collection('things').findOne({ _id: 'it' })).toBeNull()
    const known = saved.filter((one) => one !== null)
    await expectPublished(store, reader, [...known, { id: 'it', removed: true }])
    const top = reader.all.toSorted((a, b) => b.rev - a.rev)
    expect(top[0]?.subject).toBe('thing.removed')
    expect(top.filter(({ subject }) => subject === 'thing.removed')).toHaveLength(1)
  })
}

import { expect, it } from 'vitest'
import { createLoad } from './load.ts'

/** Downloads that the test settles one by one. */
function network() {
  const begun: { arrive: () => void; fail: () => void }[] = []
  const download = () =>
    new Promise<void>((resolve, reject) => begun.push({ arrive: resolve, fail: () => reject(new Error('away')) }))
  return { begun, download }
}

it('is not restarted while pending', async () => {
  const { begun, download } = network()
  const load = createLoad(download)
  load.hasten(60_000)
  begun[0]?.arrive()
  await load.done
  expect([begun.length, load.isPending()]).toEqual([1, false])
})

it('starts a second download if the first one hangs, which also resolves earlier waiters', async () => {
  const { begun, download } = network()
  const load = createLoad(download)
  load.hasten(0)
  load.hasten(0)
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.arrive()
  await load.done
  expect(begun).toHaveLength(2)
})

it('resolves with a slow first download if the second one failed', async () => {
  const { begun, download } = network()
  const load = createLoad(download)
  load.hasten(0)
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.fail()
  begun[0]?.arrive()
  await load.done
})

it('fails once every download has failed', async () => {
  const { begun, download } = network()
  const load = createLoad(download)
  begun[0]?.fail()
  await expect(load.done).rejects.toThrow('away')
  expect(load.isPending()).toBe(false)
})

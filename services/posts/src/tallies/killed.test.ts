import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { spawnChild } from '@aangan/service-kit/testing/child-process'
import { newSqlitePlace } from '@aangan/service-kit/testing/sqlite-place'
import { expect, onTestFinished, test } from 'vitest'
import { expectTallied } from '../testing/expect-tallied.ts'
import { startPosts } from '../testing/start.ts'

const CHILD = new URL('../testing/tally-child.ts', import.meta.url)

/** Lets a process add and count listings, and kills it in the middle of both once about `least` are in. */
async function addAndDie(url: string, seed: number, least: number): Promise<void> {
  const child = await spawnChild(CHILD, [url, String(seed)])
  onTestFinished(() => void child.kill('SIGKILL'))
  const gone = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    if (Number(line) >= least) child.kill('SIGKILL')
  }
  const [, signal] = await gone
  expect(signal).toBe('SIGKILL')
}

test('processes killed while they write and count leave nothing uncounted', { timeout: 120_000 }, async () => {
  const url = await newSqlitePlace()
  for (const [seed, least] of [
    [1, 21],
    [2, 84],
    [3, 56],
  ] as const) {
    await addAndDie(url, seed, least)
  }
  const service = await startPosts({ storeUrl: url })
  onTestFinished(() => service.close())
  service.pass(61_000)
  expect(await service.store.collection('listings').countDocuments({})).toBeGreaterThanOrEqual(161)
  await expectTallied(service.store)
})

import { createLog } from '@aangan/service-kit/log'
import { expect, test } from 'vitest'
import { watchRegistry } from './presence.ts'

test('only a gateway with a copy is in a hurry to find the registry away', async () => {
  let isCopied = false
  const limits: number[] = []
  const presence = watchRegistry({
    ask: async (timeoutMs) => {
      limits.push(timeoutMs)
      throw new Error('refused')
    },
    onAnswer: () => undefined,
    hasCopy: () => isCopied,
    log: createLog({ level: 'silent' }),
  })
  await expect.poll(presence.isAway).toBe(true)
  isCopied = true
  presence.probe()
  await expect.poll(() => limits.length).toBe(4)
  await presence.close()
  const [first = 0, again, hurried = 0] = limits
  expect(again).toBe(first)
  // A page waits for 250 ms before it has the registry probed, and has the copy within a second.
  expect([first >= 2_000, hurried * 2 + 250 < 1_000]).toEqual([true, true])
})

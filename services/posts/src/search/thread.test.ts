import { expect, test } from 'vitest'
import { startThread } from './thread.ts'

test('a thread that dies rejects its calls and says why', async () => {
  const thread = await startThread({ file: null })
  // Its result cannot be cloned, which ends the thread.
  await expect(thread.call('valueOf' as 'count')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await thread.ended).not.toMatchObject({ message: 'The search thread exited unexpectedly' })
  await expect(thread.call('count')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await thread.end()
})

test('a thread that was ended rejects its calls', async () => {
  const thread = await startThread({ file: null })
  expect(await thread.call('count')).toBe(0)
  const asked = thread.call('count').catch((error: unknown) => error)
  await thread.end()
  expect([0, expect.objectContaining({ code: 'UNAVAILABLE' })]).toContainEqual(await asked)
  await expect(thread.call('count')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

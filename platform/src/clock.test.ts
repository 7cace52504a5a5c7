import { expect, it, onTestFinished, vi } from 'vitest'
import { startSiteHere } from './testing/site-here.ts'

it('a step of the system clock by eight days signs nobody out', async () => {
  const site = await startSiteHere()
  onTestFinished(() => site.close())
  const { cookie } = await site.enter('asha')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect((await site.send({ path: '/auth/sessions', headers: { cookie } })).status).toBe(200)
})

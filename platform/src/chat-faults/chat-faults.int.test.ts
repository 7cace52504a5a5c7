import { needs } from '@aangan/service-kit/testing/needs'
import { afterAll, expect, it } from 'vitest'
import { SHORT } from './faults.ts'
import { startScaledSite } from './site.ts'
import { talkThrough } from './talking.ts'

const found = await startScaledSite()
const site = needs('MongoDB, NATS and Redis', found)
afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

it('no acknowledged message is lost when a process dies or freezes', { timeout: 300_000 }, async () => {
  const { wrong, messages } = await talkThrough(site(), { chats: 5, faults: SHORT })
  expect(wrong).toEqual([])
  // Each of 10 people sends about one message per second while the site responds.
  expect(messages).toBeGreaterThan(100)
})

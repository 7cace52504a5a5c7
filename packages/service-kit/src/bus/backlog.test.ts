import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { showBacklog } from './backlog.ts'

test('a scrape reads the backlog of each bus once, for all gauges', async () => {
  const registry = new Registry()
  const log = createLog({ level: 'silent' })
  let reads = 0
  const show = (durable: string) =>
    showBacklog(
      { registry },
      async () => {
        reads += 1
        return [{ durable, parked: reads, oldestAt: null }]
      },
      log,
    )
  const hide = show('first')
  expect(await registry.metrics()).toContain('bus_parked_events{durable="first"} 1')
  show('second')
  const text = await registry.metrics()
  expect(text).toContain('bus_parked_events{durable="second"} 3')
  expect(text).toContain('bus_oldest_unhandled_seconds{durable="second"} 0')
  hide()
  expect(await registry.metrics()).not.toContain('first')
  expect(reads).toBe(4)
})

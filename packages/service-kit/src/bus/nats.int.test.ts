import { afterAll } from 'vitest'
import { findNats } from '../testing/nats-server.ts'
import { needs } from '../testing/needs.ts'
import { busSuite } from './bus.suite.ts'
import { placeOn } from './suite/nats-place.ts'

const found = await findNats()
const server = needs('NATS', found)

afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

busSuite('NATS', async () => placeOn(server().url))

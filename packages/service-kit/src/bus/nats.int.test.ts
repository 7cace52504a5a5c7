import { afterAll, onTestFinished } from 'vitest'
import { findNats } from '../testing/nats-server.ts'
import { needs } from '../testing/needs.ts'
import { busSuite } from './bus.suite.ts'
import { placeOn, removePlace } from './suite/nats-place.ts'

const found = await findNats()
const server = needs('NATS', found)

afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

busSuite('NATS', async () => {
  const place = placeOn(server().url)
  onTestFinished(() => removePlace(place))
  return place
})

import { needs } from '@aangan/service-kit/testing/needs'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import type { Client } from './testing/client.ts'
import { startNode } from './testing/node-process.ts'
import { findRedisProcess } from './testing/redis-server.ts'
import { newId, type Started, startRealtime } from './testing/start.ts'

const found = await findRedisProcess()
const redis = needs('Redis', found)
afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

const [asha, ravi, chatId] = [newId(), newId(), newId()]

let service: Started
beforeEach(async () => {
  service = await startRealtime({ nodes: 2, env: { REDIS_URL: redis().url } })
  await service.bus.respond('chats.partners', async ({ userId }) => ({ [chatId]: userId === asha ? ravi : asha }))
})
afterEach(() => service.close())

const watch = ({ socket }: Client): Promise<unknown> => socket.emitWithAck('watch', { chatIds: [chatId] })

/** Types until the other gets it: events over Redis may be lost. */
async function expectTyping(from: Client, to: Client): Promise<void> {
  await expect
    .poll(() => {
      from.socket.emit('typing', { chatId })
      return to.of('typing').length
    })
    .toBeGreaterThan(0)
}

it('users on two nodes share presence and typing, and get each message once', async () => {
  const one = await service.connect(asha, { node: 0 })
  await expect.poll(() => watch(one)).toEqual({ online: [] })
  const two = await service.connect(ravi, { node: 1 })
  await expect.poll(() => one.of('presence')).toEqual([{ userId: ravi, online: true }])
  await expect.poll(() => watch(two)).toEqual({ online: [asha] })
  await expectTyping(one, two)
  const second = await service.connect(ravi, { node: 0 })
  for (const rev of [1, 2, 3]) await service.publish({ chatId, userId: asha, receiverId: ravi, rev })
  for (const tab of [two, second]) await expect.poll(() => tab.of('getMessage').length).toBe(3)
})

it('messages still arrive while Redis is down, and typing once it is back', async () => {
  const [one, two] = [await service.connect(asha, { node: 0 }), await service.connect(ravi, { node: 1 })]
  await Promise.all([watch(one), watch(two)])
  await redis().end('SIGKILL')
  one.socket.emit('typing', { chatId })
  await service.publish({ chatId, userId: asha, receiverId: ravi, rev: 1 })
  await expect.poll(() => two.of('getMessage').length).toBe(1)
  await expect.poll(() => service.logged()).toContain('Redis is down')
  await redis().start()
  await expectTyping(one, two)
})

it('who leaves while Redis is down is offline on other nodes once it is back', async () => {
  const [one, two, nearby] = [
    await service.connect(asha, { node: 0 }),
    await service.connect(ravi, { node: 1 }),
    await service.connect(asha, { node: 1 }),
  ]
  await expect.poll(() => watch(one)).toEqual({ online: [ravi] })
  await watch(nearby)
  await redis().end('SIGKILL')
  two.socket.close()
  await expect.poll(() => nearby.of('presence')).toEqual([{ userId: ravi, online: false }])
  await redis().start()
  await expect.poll(() => one.of('presence').at(-1)).toEqual({ userId: ravi, online: false })
})

it('the people of a node that was killed go offline on the others, in a new watch as well', async () => {
  const node = await startNode(service, redis().url)
  const one = await service.connect(asha, { node: 0 })
  await service.connectTo(node.url, ravi)
  await expect.poll(() => watch(one)).toEqual({ online: [ravi] })
  await node.kill()
  await expect.poll(() => one.of('presence').at(-1)).toEqual({ userId: ravi, online: false })
  expect(await watch(one)).toEqual({ online: [] })
})

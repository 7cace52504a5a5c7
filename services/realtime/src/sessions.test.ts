import { AppError } from '@aangan/service-kit/errors'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { newId, type Started, startRealtime } from './testing/start.ts'

const ravi = newId()
const ENDED = 'a'.repeat(64)
const OTHER = 'b'.repeat(64)

let service: Started
let offset = 0
beforeEach(async () => {
  offset = 0
  service = await startRealtime({ elapsedMs: () => performance.now() + offset })
})
afterEach(() => service.close())

describe('a socket', () => {
  it('is closed when its session ends, and no other is', async () => {
    const [one, two] = [
      await service.connect(ravi, { session: ENDED }),
      await service.connect(ravi, { session: OTHER }),
    ]
    Object.assign(one.socket.io.opts, { extraHeaders: {} })
    await service.tell('session.ended', { ids: [ENDED] })
    await expect.poll(() => one.connections).toBe(2)
    await service.publish({ receiverId: ravi, rev: 1 })
    await expect.poll(() => two.of('getMessage').length).toBe(1)
    expect([one.heard, two.connections]).toEqual([[], 1])
  })

  it('with the token of an ended session is closed each time', async () => {
    await service.tell('session.ended', { ids: [ENDED] })
    const client = await service.connect(ravi, { session: ENDED })
    await expect.poll(() => client.connections).toBeGreaterThan(2)
    await service.publish({ receiverId: ravi, rev: 1 })
    expect(client.heard).toEqual([])
  })

  it('of a deleted account is closed, and each that its token still opens', async () => {
    const [leaver, other] = [await service.connect(ravi), await service.connect(newId())]
    await service.bus.publish({ id: 'removed', subject: 'account.removed', data: { id: ravi, rev: 2 } })
    await expect.poll(() => leaver.connections).toBeGreaterThan(2)
    await service.publish({ receiverId: ravi, rev: 1 })
    expect([leaver.heard, other.connections]).toEqual([[], 1])
  })

  it('that only disconnects is closed: it could reconnect after the end of its session was forgotten', async () => {
    const client = await service.connect(newId(), { reconnection: false })
    const closed = new Promise((resolve) => client.socket.io.engine.once('close', resolve))
    client.socket.io.engine.write('1')
    await closed
  })

  it('is closed after its session ended without a broadcast', async () => {
    const asked: string[][] = []
    await service.bus.respond('sessions.find-ended', async ({ ids }) => {
      asked.push(ids)
      if (asked.length === 1) throw new AppError('UNAVAILABLE', 'The store is away')
      return [ENDED]
    })
    const [one, two] = [
      await service.connect(ravi, { session: ENDED }),
      await service.connect(ravi, { session: OTHER }),
    ]
    Object.assign(one.socket.io.opts, { extraHeaders: {} })
    for (const looks of [1, 2]) {
      offset += 55_000
      await expect.poll(() => asked).toHaveLength(looks)
    }
    await expect.poll(() => one.connections).toBe(2)
    offset += 55_000
    await expect.poll(() => asked).toHaveLength(3)
    expect(asked).toEqual([[ENDED, OTHER], [ENDED, OTHER], [OTHER]])
    expect(two.connections).toBe(1)
  })

  it('is closed after its session ended without a broadcast, also after the system clock was set back', async () => {
    await service.bus.respond('sessions.find-ended', async ({ ids }) => ids)
    const client = await service.connect(ravi, { session: ENDED })
    Object.assign(client.socket.io.opts, { extraHeaders: {} })
    vi.setSystemTime(Date.now() - 3_600_000)
    onTestFinished(() => void vi.useRealTimers())
    offset = 55_000
    await expect.poll(() => client.connections).toBe(2)
  })

  it('stays after a short outage of the bus, unless its session ended meanwhile', async () => {
    const asked: string[][] = []
    await service.bus.respond('sessions.find-ended', async ({ ids }) => {
      asked.push(ids)
      return [ENDED]
    })
    const [one, two] = [
      await service.connect(ravi, { session: ENDED }),
      await service.connect(ravi, { session: OTHER }),
    ]
    Object.assign(one.socket.io.opts, { extraHeaders: {} })
    vi.spyOn(service.bus, 'broadcast').mockRejectedValueOnce(new AppError('UNAVAILABLE', 'The bus is away'))
    await expect.poll(() => asked).toEqual([[ENDED, OTHER]])
    await expect.poll(() => one.connections).toBe(2)
    offset = 45_000
    await service.publish({ receiverId: ravi, rev: 1 })
    await expect.poll(() => two.of('getMessage').length).toBe(1)
    expect(two.connections).toBe(1)
  })

  it('has to show its session again after a minute without the bus', async () => {
    const [signedIn, visitor] = [await service.connect(ravi), await service.connect()]
    await service.bus.close()
    offset = 65_000
    await expect.poll(() => signedIn.connections).toBeGreaterThan(1)
    expect(visitor.connections).toBe(1)
  })
})

describe('newUser', () => {
  it('makes a visitor reconnect with its session, but not for ever', async () => {
    const client = await service.connect()
    client.socket.on('connect', () => client.socket.emit('newUser', ravi))
    client.socket.emit('newUser', ravi)
    await expect.poll(() => client.connections).toBe(4)
    expect(await client.socket.emitWithAck('sendMessage', {})).toEqual({ ok: true })
    expect(client.connections).toBe(4)
  })

  it('is ignored from a signed-in user', async () => {
    const client = await service.connect(ravi)
    for (const id of [newId(), ravi, null]) client.socket.emit('newUser', id)
    expect(await client.socket.emitWithAck('sendMessage', {})).toEqual({ ok: true })
    expect(client.connections).toBe(1)
  })
})

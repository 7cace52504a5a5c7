import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Client } from './client.ts'
import { createFairQueue } from './fair-queue.ts'

const BUSY = { code: 'UNAVAILABLE', message: 'Later.', retryAfterS: 5 }
const visitorAt = (address: string): Client => ({ address, user: null })

/** A queue whose work ends on `finish`, with the names of the work in the order of their start. */
function openQueue(options: {
  atOnce: number
  atOnceEach?: number
  rests?: boolean
  waiting: number
  patienceMs?: number
}) {
  const queue = createFairQueue({ ...options, busy: 'Later.' })
  const started: string[] = []
  const ends: (() => void)[] = []
  const add = (name: string, client?: Client) =>
    queue(() => {
      started.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    }, client)
  async function finishOne(): Promise<void> {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  /** Ends work in the order of its start until all is done. */
  async function finish(works: Promise<unknown>[]): Promise<void> {
    const all = Promise.allSettled(works)
    let isOver = false
    void all.then(() => {
      isOver = true
    })
    while (!isOver) await finishOne()
  }
  return { queue, started, add, finish, finishOne }
}

describe('a fair queue', () => {
  it('limits how much runs at once', async () => {
    const { started, add, finishOne, finish } = openQueue({ atOnce: 2, waiting: 9 })
    const works = ['a', 'b', 'c'].map((name) => add(name))
    expect(started).toEqual(['a', 'b'])
    await finishOne()
    expect(await works[0]).toBe('a')
    expect(started).toEqual(['a', 'b', 'c'])
    await finish(works)
  })

  it('lets an address rest as long as its work took, and others work meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { started, add, finishOne } = openQueue({ atOnce: 1, atOnceEach: 1, rests: true, waiting: 9 })
    const works = ['a', 'b'].map((name) => add(name, visitorAt('1.1.1.1')))
    vi.advanceTimersByTime(50)
    await finishOne()
    vi.advanceTimersByTime(49)
    const one = add('one', visitorAt('2.2.2.2'))
    expect(started).toEqual(['a', 'one'])
    await finishOne()
    vi.advanceTimersByTime(1)
    await new Promise(setImmediate)
    expect(started).toEqual(['a', 'one', 'b'])
    await finishOne()
    expect(await Promise.all([...works, one])).toEqual(['a', 'b', 'one'])
  })

  it('gives turns to addresses in turn, whoever came first', async () => {
    const { started, add, finish } = openQueue({ atOnce: 1, waiting: 99 })
    const many = Array.from({ length: 50 }, (_, n) => add(`many${n}`, visitorAt('1.1.1.1')))
    const one = add('one', visitorAt('2.2.2.2'))
    await finish([...many, one])
    expect(started.slice(0, 3)).toEqual(['many0', 'many1', 'one'])
    expect(started).toHaveLength(51)
  })

  it('gives the turns of an address to its people in turn', async () => {
    const { started, add, finish } = openQueue({ atOnce: 1, waiting: 99 })
    const shared = (user: string | null) => ({ address: '1.1.1.1', user })
    const works = [
      ...['v0', 'v1', 'v2', 'v3'].map((name) => add(name, shared(null))),
      add('a0', shared('a')),
      add('other', visitorAt('2.2.2.2')),
      add('a1', shared('a')),
    ]
    await finish(works)
    expect(started).toEqual(['v0', 'v1', 'other', 'a0', 'v2', 'a1', 'v3'])
  })

  it('keeps room for others with a limit for each address', async () => {
    const { started, add, finish, finishOne } = openQueue({ atOnce: 4, atOnceEach: 2, waiting: 99 })
    const works = ['m0', 'm1', 'm2'].map((name) => add(name, visitorAt('1.1.1.1')))
    works.push(add('one', visitorAt('2.2.2.2')))
    expect(started).toEqual(['m0', 'm1', 'one'])
    await finishOne()
    expect(started).toEqual(['m0', 'm1', 'one', 'm2'])
    await finish(works)
  })

  it('rejects the latest work of whoever waits with the most when it is full', async () => {
    const { started, add, finish } = openQueue({ atOnce: 1, waiting: 3 })
    const many = Array.from({ length: 4 }, (_, n) => add(`many${n}`, visitorAt('1.1.1.1')))
    const others = ['2.2.2.2', '3.3.3.3'].map((address) => add(address, visitorAt(address)))
    await expect(many[3]).rejects.toMatchObject(BUSY)
    await expect(many[2]).rejects.toMatchObject(BUSY)
    await expect(add('fourth', visitorAt('4.4.4.4'))).rejects.toMatchObject(BUSY)
    await finish([...many, ...others])
    expect(started).toEqual(['many0', 'many1', '2.2.2.2', '3.3.3.3'])
  })

  it('rejects nobody of another address when the many people of one fill it', async () => {
    const { started, add, finish } = openQueue({ atOnce: 1, waiting: 4 })
    const works = Array.from({ length: 5 }, (_, n) => add(`many${n}`, { address: '1.1.1.1', user: `user${n}` }))
    works.push(add('one', { address: '2.2.2.2', user: 'one' }))
    await expect(works[4]).rejects.toMatchObject(BUSY)
    await finish(works)
    expect(started).toEqual(['many0', 'many1', 'one', 'many2', 'many3'])
  })

  it('drops the work of a client that left, and never runs it', async () => {
    const { queue, started, add, finish } = openQueue({ atOnce: 1, waiting: 1 })
    const first = add('first')
    const leaving = new AbortController()
    const left = add('left', { ...visitorAt('1.1.1.1'), signal: leaving.signal })
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'TIMED_OUT' })
    await expect(add('again', { ...visitorAt('1.1.1.1'), signal: leaving.signal })).rejects.toThrow()
    // Its openQueue is free.
    await finish([first, add('next')])
    expect(started).toEqual(['first', 'next'])
    expect(await queue(async () => 'free')).toBe('free')
  })

  it('rejects work that waited too long, and never runs it', async () => {
    const { started, add, finish } = openQueue({ atOnce: 1, waiting: 3, patienceMs: 20 })
    const first = add('first')
    const late = ['late', 'as late'].map((name) => add(name))
    expect(await Promise.allSettled(late)).toMatchObject([{ reason: BUSY }, { reason: BUSY }])
    await finish([first, add('next')])
    expect(started).toEqual(['first', 'next'])
  })

  it('continues after work that failed', async () => {
    const { queue } = openQueue({ atOnce: 1, waiting: 1 })
    await expect(queue(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await queue(async () => 1)).toBe(1)
  })
})

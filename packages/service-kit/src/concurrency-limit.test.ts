import { describe, expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

describe('turns', () => {
  it('limit concurrency and reject work when the queue is full', async () => {
    const turn = createConcurrencyLimit({ atOnce: 2, waiting: 1, busy: 'Later.' })
    const releases: (() => void)[] = []
    let running = 0
    let most = 0
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => releases.push(resolve))
      running -= 1
      return 'done'
    }
    const three = [turn(work), turn(work), turn(work)]
    await expect(turn(work)).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'Later.', retryAfterS: 5 })
    expect(releases).toHaveLength(2)
    releases.shift()?.()
    expect(await three[0]).toBe('done')
    for (const release of releases.splice(0)) release()
    await Promise.race(three.slice(1))
    for (const release of releases.splice(0)) release()
    expect(await Promise.all(three)).toEqual(['done', 'done', 'done'])
    expect(most).toBe(2)
  })

  it('reject work that waited too long, and never run it', async () => {
    const turn = createConcurrencyLimit({ atOnce: 1, waiting: 3, patienceMs: 20, busy: 'Later.' })
    const done: string[] = []
    let release = () => {}
    const first = turn(() => new Promise<void>((resolve) => (release = resolve)))
    const late = ['late', 'as late'].map((name) => turn(async () => done.push(name)))
    const reason = { code: 'UNAVAILABLE', message: 'Later.' }
    expect(await Promise.allSettled(late)).toMatchObject([{ reason }, { reason }])
    const next = turn(async () => done.push('next'))
    release()
    await Promise.all([first, next])
    expect([done, await turn(async () => 'free')]).toEqual([['next'], 'free'])
  })

  it('continue after work that failed', async () => {
    const turn = createConcurrencyLimit({ atOnce: 1, waiting: 1, busy: 'Later.' })
    await expect(turn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await turn(async () => 1)).toBe(1)
  })
})

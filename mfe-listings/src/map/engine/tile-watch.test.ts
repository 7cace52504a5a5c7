import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchTiles } from './tile-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open({ isBack = false } = {}) {
  const server = { isBack, probes: [] as string[], reloads: 0 }
  const said: boolean[] = []
  const watch = watchTiles({
    onMissing: (areMissing) => said.push(areMissing),
    probe: async (url) => {
      server.probes.push(url)
      return server.isBack
    },
    reload: () => {
      server.reloads++
    },
  })
  const fail = (times: number) => {
    for (let at = 0; at < times; at++) {
      watch.started()
      watch.failed(`/tile/${at}`)
    }
  }
  const load = (times: number) => {
    for (let at = 0; at < times; at++) {
      watch.started()
      watch.loaded()
    }
  }
  return { watch, server, said, fail, load }
}

describe('tiles', () => {
  it('are missing after several failures without a success', () => {
    const { said, fail } = open()
    fail(3)
    expect(said).toEqual([])
    fail(1)
    expect(said).toEqual([true])
    fail(20)
    expect(said).toEqual([true])
  })

  it('are not missing when single ones fail, in whatever order', () => {
    const { said, fail, load } = open()
    load(1)
    for (let round = 0; round < 5; round++) {
      fail(6)
      load(1)
    }
    expect(said).toEqual([])
  })

  it('are missing while the server does not respond', async () => {
    const { watch, said, load } = open()
    watch.started()
    watch.started()
    await vi.advanceTimersByTimeAsync(4999)
    expect(said).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(said).toEqual([true])
    load(1)
    expect(said).toEqual([true, false])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said).toEqual([true, false])
  })

  it('are back after as many successes as failures, without flickering', () => {
    const { said, fail, load } = open()
    fail(8)
    for (let round = 0; round < 5; round++) {
      load(1)
      fail(2)
    }
    expect(said).toEqual([true])
    load(4)
    expect(said).toEqual([true, false])
  })

  it('are requested again once a failed one arrives on retry, with increasing delays', async () => {
    const { server, fail } = open()
    fail(6)
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.probes).toEqual(['/tile/5'])
    await vi.advanceTimersByTimeAsync(9999)
    expect(server.probes).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(server.probes).toHaveLength(2)
    expect(server.reloads).toBe(0)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(server.probes.length).toBeLessThan(14)
    server.isBack = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.reloads).toBe(1)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(server.reloads).toBe(1)
  })

  it('are requested again at once when the browser is online again, but not if none has failed', async () => {
    const { watch, server, fail } = open({ isBack: true })
    watch.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(server.probes).toEqual([])
    fail(1)
    watch.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(server.reloads).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.reloads).toBe(1)
  })

  it('are not requested after the map was disposed', async () => {
    const { watch, server, said, fail } = open({ isBack: true })
    fail(1)
    watch.started()
    watch.retry()
    watch.dispose()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([server.reloads, said]).toEqual([0, []])
  })
})

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createMetrics } from '@aangan/service-kit/metrics'
import { expect, test } from 'vitest'
import { type KeepPage, keepPages } from './kept.ts'

function open(elapsedMs?: () => number) {
  const metrics = createMetrics()
  const keep = keepPages(metrics, elapsedMs)
  const made: string[] = []
  /** Returns the page; `made` has it if it was not kept. */
  const ask = (of: string, encoding: Parameters<KeepPage>[1] = null, isComplete = true) =>
    keep({ of }, encoding, async () => {
      made.push(of)
      return {
        page: { body: of.repeat(1_000_000), encoding: null, etag: `"${of}"`, status: 200, styleHashes: '' },
        isComplete,
      }
    })
  const askAll = async (...all: string[]) => {
    made.length = 0
    for (const of of all) await ask(of)
    return made.join('')
  }
  return { ask, askAll, made, metrics }
}

test('a page is made twice, and then kept for half a minute', async () => {
  let now = 1
  const { askAll } = open(() => now)
  expect(await askAll('a', 'a', 'a', 'b', 'a')).toBe('aab')
  now += 29_000
  expect(await askAll('a')).toBe('')
  now += 2_000
  expect(await askAll('a')).toBe('a')
})

test('what is asked for once displaces nothing, and the rest what was not asked for longest', async () => {
  const { askAll, metrics } = open()
  const once = Array.from({ length: 100 }, (_, at) => String.fromCharCode(0x4e00 + at))
  await askAll('a', 'a', 'b', 'b')
  expect(await askAll(...once, 'a', 'b')).toBe(once.join(''))
  const twice = once.slice(0, 31).flatMap((one) => [one, one])
  expect(await askAll(...twice, 'b', 'a')).toBe(`${once.slice(0, 31).join('')}a`)
  expect(await metrics.registry.metrics()).toMatch(/^registry_kept_pages_bytes 3[12]000000$/m)
})

test('a page that is not complete is made again', async () => {
  const { ask, made } = open()
  for (let time = 0; time < 3; time += 1) await ask('a', null, false)
  expect(made).toHaveLength(3)
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a kept page is compressed once: %s', async (encoding, unpack) => {
  const { ask } = open()
  expect((await ask('a', encoding)).encoding).toBeNull()
  const kept = await ask('a', encoding)
  expect(await ask('a', encoding)).toBe(kept)
  expect(kept.encoding).toBe(encoding)
  expect(unpack(kept.body).toString()).toBe('a'.repeat(1_000_000))
  expect((await ask('a')).encoding).toBeNull()
})

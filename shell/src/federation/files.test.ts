import type { RemoteRelease } from '@aangan/contracts/remotes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChunks } from './chunks.ts'
import { createFiles } from './files.ts'

const PATH = '/r/plain/1/remote.js'
const ELSEWHERE = `https://other.example${PATH}`

beforeAll(() => {
  Object.assign(globalThis, { location: new URL('https://site.example/list') })
})
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'location')
})

function hashOf(url: string, integrity: RemoteRelease['integrity']): string | undefined {
  createFiles([{ integrity }], { deadlineMs: 1_000, chunks: createChunks() })
  const element = {} as HTMLScriptElement
  globalThis.__aanganGuard?.(element, url)
  return element.integrity
}

it('finds the hash of an asset by its full URL, not only by its path', () => {
  expect(hashOf(PATH, { [PATH]: 'own' })).toBe('own')
  expect(hashOf(`https://site.example${PATH}`, { [PATH]: 'own' })).toBe('own')
  expect(hashOf(ELSEWHERE, { [PATH]: 'own' })).toBeUndefined()
  expect(hashOf(PATH, { [ELSEWHERE]: 'theirs' })).toBeUndefined()
  expect(hashOf(ELSEWHERE, { [PATH]: 'own', [ELSEWHERE]: 'theirs' })).toBe('theirs')
})

it('ignores the query of a retry, but no other query', () => {
  expect(hashOf(`${PATH}?retry=2`, { [PATH]: 'own' })).toBe('own')
  expect(hashOf(`${PATH}?v=2`, { [PATH]: 'own' })).toBeUndefined()
})

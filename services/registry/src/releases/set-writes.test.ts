import type { Release } from '@aangan/contracts/manifest'
import { expect, it } from 'vitest'
import { BUCKETS, releasesFor } from './canaries.ts'
import { type Named, setWrites } from './set-writes.ts'

const NAMES = ['mfe-a', 'mfe-b', 'mfe-c']
const before: Named[] = NAMES.map((name) => ({
  name,
  channels: { stable: '1.0.0', canary: { version: '2.0.0', share: 0.3, set: 'spring' } },
}))
const promoted: Named[] = NAMES.map((name) => ({ name, channels: { stable: '2.0.0' } }))
const ended: Named[] = NAMES.map((name) => ({ name, channels: { stable: '1.0.0' } }))

/** The different pages that visitors get, as versions of all three. */
function pagesOf(state: ReadonlyMap<string, Named['channels']>): string[] {
  const release = (name: string, version: string) => ({ name, version }) as Release
  const named = [...state].map(([name, channels]) => ({ name, ...channels }))
  const stable = new Map(named.map(({ name, stable: version = '' }) => [name, release(name, version)]))
  const canaries = named.flatMap(({ name, canary }) =>
    canary ? [{ ...canary, release: release(name, canary.version) }] : [],
  )
  const pages = Array.from({ length: BUCKETS / 100 }, (_, at) => releasesFor({ stable, canaries }, at * 100))
  return [...new Set(pages.map((set) => NAMES.map((name) => set.get(name)?.version).join(' ')))]
}

it.each([
  ['promoted', 'promote', promoted, '2.0.0 2.0.0 2.0.0'],
  ['ended', 'rollback', ended, '1.0.0 1.0.0 1.0.0'],
])('a set is %s without a moment at which somebody gets a part of it', (_how, action, after, last) => {
  const state = new Map(before.map(({ name, channels }) => [name, channels]))
  for (const { name, channels } of setWrites(before, after, action)) {
    state.set(name, channels)
    for (const page of pagesOf(state)) expect(['1.0.0 1.0.0 1.0.0', '2.0.0 2.0.0 2.0.0']).toContain(page)
  }
  expect(pagesOf(state)).toEqual([last])
})

import { expect, it } from 'vitest'
import { checkBudget } from './budget.ts'

const HINT = 'Find out what made it grow (a library, a screen that could be loaded lazily), or raise the budget there.'

const RELEASE = {
  entry: 'entry.js',
  exposes: {
    './remote': { js: ['remote.js'], css: [] },
    './list': { js: ['list.js'], css: ['list.css'] },
    './box': { js: ['box.js'], css: [] },
    '.': { js: ['entry.js'], css: [] },
  },
  files: Object.fromEntries(
    Object.entries({ 'entry.js': 1, 'remote.js': 20, 'list.js': 300, 'list.css': 4_000, 'box.js': 50_000 }).map(
      ([file, bytes]) => [file, { bytes, integrity: '' }],
    ),
  ),
}

function check(budget: Record<string, number>, preload = ['./list']): string[] {
  const routes = [
    { path: '/', title: 'Home' },
    { path: '/list', title: 'List', preload },
  ]
  return checkBudget({
    ...RELEASE,
    manifest: { name: 'mfe', routes, offers: { box: { module: './box', slot: 'fixture.box' } }, budget },
  })
}

it('accepts budgets that are met to the byte', () => {
  expect(check({ '/': 21, '/list': 4_321, box: 50_001 })).toEqual([])
})

it('names each route and offer that is over, its bytes and its limit', () => {
  expect(check({ '/': 20, '/list': 4_320, box: 50_000 })).toEqual([
    `mfe is over its budget: / takes 21 bytes (brotli), manifest.json allows 20. ${HINT}`,
    `mfe is over its budget: /list takes 4321 bytes (brotli), manifest.json allows 4320. ${HINT}`,
    `mfe is over its budget: box takes 50001 bytes (brotli), manifest.json allows 50000. ${HINT}`,
  ])
})

it('requires a budget for each route and offer, and no others', () => {
  expect(check({ '/list': 5_000, '/lost': 1 })).toEqual([
    'mfe: manifest.json has a budget for /lost, which is neither a route nor an offer.',
    'mfe: manifest.json has no budget for /, which takes 21 bytes.',
    'mfe: manifest.json has no budget for box, which takes 50001 bytes.',
  ])
})

it('ignores modules that were not built', () => {
  expect(check({ '/': 21, '/list': 5_000, box: 50_001 }, ['./lost'])).toEqual([
    'mfe: /list needs ./lost, but the build produced no such chunk.',
  ])
})

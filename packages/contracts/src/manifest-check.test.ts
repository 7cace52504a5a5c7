import { describe, expect, it } from 'vitest'
import type { RemoteManifest } from './manifest.ts'
import { findManifestProblem } from './manifest-check.ts'

const route = { path: '/about', title: 'About' }
const entry = { path: '/about', label: 'About', order: 20, for: 'everyone', area: 'main' } as const
const manifest: RemoteManifest = {
  name: 'mfe-x',
  routes: [route, { path: '/edit/{id}', title: 'Edit', data: '/posts/{id}{search}' }],
  nav: [entry],
  offers: {},
  budget: { initial: 1 },
}

it('finds nothing wrong with a manifest as it should be', () => {
  expect(findManifestProblem(manifest)).toBeNull()
  const { nav: _nav, ...without } = manifest
  expect(findManifestProblem(without)).toBeNull()
})

describe('an unknown key is named, with the one that was meant', () => {
  const { routes, ...rest } = manifest
  it.each([
    [{ ...rest, rotues: routes }, 'unknown key "rotues"; did you mean "routes"?'],
    [{ ...manifest, naw: [] }, 'unknown key "naw"; did you mean "nav"?'],
    [{ ...manifest, theme: {} }, 'unknown key "theme"; there are name, routes, nav, offers, budget'],
    [
      { ...manifest, routes: [route, { path: '/b', titel: 'B' }] },
      'unknown key "titel" in routes[1]; did you mean "title"?',
    ],
    [{ ...manifest, nav: [{ ...entry, lable: 'B' }] }, 'unknown key "lable" in nav[0]; did you mean "label"?'],
    [
      { ...manifest, offers: { box: { module: './box', slto: 'page.box' } } },
      'unknown key "slto" in offers.box; did you mean "slot"?',
    ],
    [{ ...manifest, constructor: 1 }, 'unknown key "constructor"'],
  ])('%#', (wrong, problem) => {
    expect(findManifestProblem(wrong)).toContain(problem)
  })
})

describe('what contradicts itself is refused:', () => {
  it.each<[string, Partial<RemoteManifest>, string]>([
    ['a path of capitals', { routes: [{ ...route, path: '/About' }], nav: [] }, '/routes/0/path must match pattern'],
    ['an empty segment', { routes: [{ ...route, path: '/a//b' }], nav: [] }, '/routes/0/path must match pattern'],
    ['half a parameter', { routes: [{ ...route, path: '/a{id}' }], nav: [] }, '/routes/0/path must match pattern'],
    ['an entry that leads elsewhere', { nav: [{ ...entry, path: '/contact' }] }, 'nav leads to /contact'],
    ['an entry with a parameter', { nav: [{ ...entry, path: '/edit/{id}' }] }, 'nav leads to /edit/{id}'],
    ['one route twice', { routes: [route, route] }, 'two routes are /about'],
    [
      'two names of one parameter',
      { routes: [route, { path: '/a/{x}', title: 'A' }, { path: '/a/{y}', title: 'B' }] },
      'two routes are /a/{y}',
    ],
    [
      'one name of two parameters',
      { routes: [route, { path: '/x/{a}/{a}', title: 'A' }] },
      'names two parameters alike',
    ],
    ['a parameter that is the query', { routes: [route, { path: '/{search}', title: 'A' }] }, 'a parameter {search}'],
    ['data of no parameter', { routes: [{ ...route, data: '/posts/{id}' }] }, 'the data of /about needs {id}'],
    ["a page among what is the site's own", { routes: [route, { path: '/docs/login', title: 'A' }] }, "the site's own"],
    ['a page at every address', { routes: [route, { path: '/{a}/{b}', title: 'A' }] }, 'begins with a parameter'],
    ['a page among calls', { routes: [route, { path: '/posts/new', title: 'A' }] }, 'under a prefix of posts'],
  ])('%s', (_what, change, problem) => {
    expect(findManifestProblem({ ...manifest, ...change })).toContain(problem)
  })
})

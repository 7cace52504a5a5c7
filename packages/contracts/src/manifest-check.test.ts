import { describe, expect, it } from 'vitest'
import type { RemoteManifest } from './manifest.ts'
import { findManifestProblem } from './manifest-check.ts'

const route = { path: '/about', title: 'About' }
const entry = { path: '/about', label: 'About', order: 20, for: 'everyone', area: 'main' } as const
const manifest: RemoteManifest = {
  name: 'mfe-x',
  routes: [
    route,
    { path: '/edit/{id}', title: 'Edit', data: ['/posts/{id}{search}', '/posts/cities'], userData: '/users/saved' },
  ],
  nav: [entry],
  offers: {},
  budget: { initial: 1 },
}

it('accepts a valid manifest', () => {
  expect(findManifestProblem(manifest)).toBeNull()
  const { nav: _nav, ...without } = manifest
  expect(findManifestProblem(without)).toBeNull()
})

describe('names an unknown key and suggests the nearest one', () => {
  const { routes, ...rest } = manifest
  it.each([
    [{ ...rest, rotues: routes }, 'unknown key "rotues"; did you mean "routes"?'],
    [{ ...manifest, naw: [] }, 'unknown key "naw"; did you mean "nav"?'],
    [{ ...manifest, theme: {} }, 'unknown key "theme"; use one of name, routes, nav, offers, budget'],
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

it.each([
  [{ ...manifest, offers: undefined }, '"offers" is missing: {} if it has none'],
  [{ ...manifest, routes: undefined }, '"routes" is missing: [] if it has none'],
  [{ ...manifest, budget: undefined }, '"budget" is missing'],
  [{ ...manifest, routes: [{ path: '/b' }] }, '/routes/0: "title" is missing'],
])('names a missing key %#', (wrong, problem) => {
  expect(findManifestProblem(JSON.parse(JSON.stringify(wrong)))).toBe(problem)
})

describe('refuses', () => {
  it.each<[string, Partial<RemoteManifest>, string]>([
    ['a path in capitals', { routes: [{ ...route, path: '/About' }], nav: [] }, '/routes/0/path must match pattern'],
    ['an empty segment', { routes: [{ ...route, path: '/a//b' }], nav: [] }, '/routes/0/path must match pattern'],
    ['half a parameter', { routes: [{ ...route, path: '/a{id}' }], nav: [] }, '/routes/0/path must match pattern'],
    [
      'a label that no bar has room for',
      { nav: [{ ...entry, label: 'x'.repeat(41) }] },
      '/nav/0/label must not have more than 40 characters',
    ],
    [
      'more links than a bar has room for',
      { nav: Array.from({ length: 11 }, () => entry) },
      '/nav must not have more than 10 items',
    ],
    [
      'a title that no tab has room for',
      { routes: [{ ...route, title: 'x'.repeat(101) }] },
      '/routes/0/title must not have more than 100 characters',
    ],
    [
      'a description that no search engine shows',
      { routes: [{ ...route, description: 'x'.repeat(501) }] },
      '/routes/0/description must not have more than 500 characters',
    ],
    ['a long reason to sign in', { routes: [{ ...route, signedIn: 'x'.repeat(201) }] }, '/routes/0/signedIn'],
    ['a nav entry for no route of its own', { nav: [{ ...entry, path: '/contact' }] }, 'nav leads to /contact'],
    ['a nav entry with a parameter', { nav: [{ ...entry, path: '/edit/{id}' }] }, 'nav leads to /edit/{id}'],
    ['a duplicate route', { routes: [route, route] }, 'two routes match the same addresses as /about'],
    [
      'routes that differ only in a parameter name',
      { routes: [route, { path: '/a/{x}', title: 'A' }, { path: '/a/{y}', title: 'B' }] },
      'two routes match the same addresses as /a/{y}',
    ],
    [
      'two parameters of one name',
      { routes: [route, { path: '/x/{a}/{a}', title: 'A' }] },
      'two parameters of the same name',
    ],
    ['a parameter called search', { routes: [route, { path: '/{search}', title: 'A' }] }, 'a parameter {search}'],
    [
      'data that needs an unknown parameter',
      { routes: [{ ...route, data: '/posts/{id}' }] },
      'the data of /about needs {id}',
    ],
    [
      'data of the signed-in that needs an unknown parameter',
      { routes: [{ ...route, userData: ['/users/saved', '/posts/{id}'] }] },
      'the data of /about needs {id}',
    ],
    ['data that is no path', { routes: [{ ...route, data: ['/posts', 'posts/cities'] }] }, "has 'posts/cities': begin"],
    [
      'data twice',
      { routes: [{ ...route, data: '/posts', userData: '/posts' }] },
      'the data of /about has /posts twice',
    ],
    [
      'more data than a page waits for',
      { routes: [{ ...route, data: ['/1', '/2', '/3', '/4', '/5', '/6'] }] },
      'the data of /about is 6 calls: at most 5 come with a page',
    ],
    ['data of another host', { routes: [route, { path: '/b', title: 'B', data: '//x.example/b' }] }, 'on another host'],
    ['data of another host, to browsers', { routes: [{ ...route, data: '/\\x.example' }] }, 'on another host'],
    [
      'two offers for one slot',
      { offers: { a: { module: './a', slot: 'page.box' }, b: { module: './b', slot: 'page.box' } } },
      'two offers fill the slot page.box',
    ],
    [
      'a page under a reserved segment',
      { routes: [route, { path: '/docs/login', title: 'A' }] },
      'reserved for the site',
    ],
    [
      'a page that matches every address',
      { routes: [route, { path: '/{a}/{b}', title: 'A' }] },
      'begins with a parameter',
    ],
    [
      'a page under an API prefix',
      { routes: [route, { path: '/posts/new', title: 'A' }] },
      'prefix of the service posts',
    ],
  ])('%s', (_what, change, problem) => {
    expect(findManifestProblem({ ...manifest, ...change })).toContain(problem)
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBuild } from '@aangan/build/first-render'
import type { RemoteManifest } from '@aangan/contracts/manifest'
import type { FirstData, PageBoot } from '@aangan/contracts/page'
import { callsOf, matchRoute, routeData } from '@aangan/contracts/routes'
import { parse, serialize } from 'parse5'
import { describe, expect, it, vi } from 'vitest'
import { ROOT } from '../bin/lib/root.js'
import { AGENT, ANSWERS, answered, ID, listingWith } from './testing/first-answers.ts'
import { elementsIn, forbiddenIn, HARMFUL_HTML } from './testing/harmful-html.ts'

/** Loaded after a first render, never for it. */
vi.mock('ol/Map.js', () => {
  throw new Error('A screen imports ol/Map.js, which must be loaded lazily.')
})

interface Routes {
  routes: { path?: string; Component?: { ask?: (address: object) => object; preload?: () => Promise<unknown> } }[]
}

// Imported by path: browser sources are outside of this TypeScript project.
const routesOf = async (name: string) => ((await import(join(ROOT, name, 'src/routes.tsx'))) as Routes).routes

const site: PageBoot['site'] = { name: 'Aangan', currency: 'usd', locale: 'de-DE', tiles: null, mapCentre: null }
const VISITOR = { status: 'visitor' } as const
/** Nobody who has listed a home. */
const USER: PageBoot['session'] = { status: 'user', user: { ...AGENT, id: 'e'.repeat(24) } }
const SEARCH = '?city=Pune'
const manifests = readdirSync(ROOT)
  .filter((name) => name.startsWith('mfe-'))
  .map((name) => JSON.parse(readFileSync(join(ROOT, name, 'manifest.json'), 'utf8')) as RemoteManifest)
const remotes = Object.fromEntries(manifests.map((manifest) => [manifest.name, manifest]))
const screens = manifests.flatMap(({ name, routes }) => routes.map((route) => ({ name, route, path: route.path })))

/** The calls of a route, by their text in its manifest, as the page of this address makes them for somebody signed in. */
function callsAt(path: string): [named: string, call: string][] {
  const match = matchRoute(remotes, path)
  if (!match) throw new Error(`No remote claims ${path}.`)
  const { data, userData } = match.route
  const calls = routeData(match, { search: SEARCH, isSignedIn: true })
  return [...callsOf(data), ...callsOf(userData)].map((named, at) => [named, calls[at] ?? ''])
}

function answerTo(named: string) {
  const answer = ANSWERS[named]
  if (!answer) throw new Error(`Add an answer to ${named} to testing/first-answers.ts.`)
  return answer
}

const builds = new Map(['shell', ...Object.keys(remotes)].map((name) => [name, openBuild(join(ROOT, name))]))

/** Throws if a browser's first render differs. */
async function render(name: string, url: string, first: FirstData[], state?: PageBoot['state']): Promise<string> {
  const html = await builds.get(name)?.renderPage(url, { site, session: USER, first, ...(state && { state }) })
  return html ?? ''
}

/**
 * The content security policy blocks style attributes in served HTML. A form may be sent before its scripts have come: by the
 * browser as a search, or held by the page's script. Without either it would put what was typed into the address.
 */
function expectServable(html: string): void {
  for (const [form] of html.matchAll(/<form[^>]*>/g)) expect(form).toMatch(/ method="post"| action="\/list"/)
  expect(html).not.toMatch(/ style=/)
  expect(html).not.toMatch(/<script|<style|javascript:| on[a-z]+=/)
}

describe('without a document, as in a browser', { timeout: 60_000 }, () => {
  it.each(manifests)('$name loads no map for its screens', async ({ name }) => {
    const routes = await routesOf(name)
    await Promise.all(routes.map(({ Component }) => Component?.preload?.()))
  })

  it.each(screens)('$name renders $path', async ({ name, path }) => {
    const html = await render(name, path.replace('{id}', ID), [])
    expectServable(html)
    // Without data there is no heading, but the page is marked as busy.
    expect(html).toMatch(/<h1[^>]*>[^<]|aria-busy="true"/)
  })

  it('the sign-in page says why a visitor was sent there', async () => {
    const html = await render('mfe-profile', '/login?next=%2Fprofile', [], { reason: 'Sign in to see your homes.' })
    expect(html).toContain('Sign in to see your homes.')
    expect(html).not.toContain('Sign in to continue')
  })

  it('the profile does not say that messages are away before it can know', async () => {
    expect(await render('mfe-profile', '/profile', [])).not.toContain('not available')
  })

  it.each(screens)(
    '$name asks at $path for what its manifest names, which the page carries',
    async ({ name, path }) => {
      const route = (await routesOf(name)).find((each) => each.path === path.replace('{id}', ':id'))
      const asked = route?.Component?.ask?.({ params: { id: ID }, search: SEARCH }) ?? {}
      const named = callsAt(path.replace('{id}', ID)).map(([, call]) => call)
      expect(Object.keys(asked).toSorted()).toEqual(named.toSorted())
    },
  )

  const asking = screens
    .filter(({ route }) => route.data !== undefined)
    .map((screen) => ({ ...screen, address: screen.path.replace('{id}', ID) }))

  it.each(asking)('$name renders $path with what has arrived of the first data of its manifest', async (screen) => {
    const { name, address } = screen
    const calls = callsAt(address)
    for (const some of [calls, calls.slice(0, 1), calls.slice(1)]) {
      const first = some.map(([named, call]) => answered(call, 200, answerTo(named).body))
      const html = await render(name, address + SEARCH, first)
      expectServable(html)
      if (some[0] === calls[0]) expect(html).toMatch(/<h1[^>]*>[^<]/)
      expect(html).not.toContain('role="alert"')
      // Of a listing that has not arrived, nothing else is shown.
      const shown = some[0] === calls[0] ? some.flatMap(([named]) => answerTo(named).shows) : []
      for (const words of shown) expect(html.replaceAll('<!-- -->', '')).toContain(words)
    }
  })

  it.each(asking)('$name renders $path with error responses', async ({ name, address }) => {
    const error = { code: 'NOT_FOUND', message: 'There is no such thing' }
    const first = callsAt(address).map(([, call]) => answered(call, 404, error))
    const html = await render(name, address + SEARCH, first)
    expectServable(html)
    expect(html).toMatch(/<h1[^>]*>[^<]/)
    expect(html).not.toContain('aria-busy="true"')
  })

  it('mfe-listings renders no description but text with RICH_TEXT, and nothing of it elsewhere', async () => {
    const page = async (desc: string) => {
      const html = await render('mfe-listings', `/${ID}`, [answered(`/posts/${ID}`, 200, listingWith(desc))])
      const tree = parse(`<!doctype html><body><main>${html}</main>`)
      const section = elementsIn(tree).find(({ attrs }) => attrs.some(({ value }) => value === 'description-title'))
      const [text] = section ? elementsIn(section).filter(({ attrs }) => attrs.some(({ name }) => name === 'dir')) : []
      const forbidden = text ? forbiddenIn(text) : []
      text?.childNodes.splice(0)
      return { forbidden, around: serialize(tree) }
    }
    const others = await Promise.all(['', '<p>Bright</p>'].map(page))
    for (const desc of HARMFUL_HTML) {
      const { forbidden, around } = await page(desc)
      expect(forbidden, desc).toEqual([])
      expect(
        others.some((other) => other.around === around),
        desc,
      ).toBe(true)
    }
  })

  it.each(['/', '/list', '/nowhere'])('the shell renders %s', async (url) => {
    const releases = Object.values(remotes).map(({ name, routes }) => [name, { ...RELEASE, routes }])
    const boot: PageBoot = {
      site,
      session: VISITOR,
      shell: { version: '1', deadlineMs: 1, integrity: {} },
      remotes: Object.fromEntries(releases),
    }
    const html =
      (await builds.get('shell')?.renderAlike({ url, boot }, (shell) => shell.renderShell(boot, url, null))) ?? ''
    expectServable(html)
    expect(html).toContain('Skip to content')
    if (url === '/nowhere') expect(html).toMatch(/<h1[^>]*>404 Not Found/)
    else expect(html).toContain('<main')
  })
})

const RELEASE: Omit<PageBoot['remotes'][string], 'routes'> = {
  version: '1',
  base: '/r/',
  entry: '/r/entry.js',
  container: 'remote',
  nav: [],
  offers: {},
  exposes: {},
  integrity: {},
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteManifest } from '@aangan/contracts/manifest'
import type { FirstData, PageBoot } from '@aangan/contracts/page'
import { matchRoute, routeData } from '@aangan/contracts/routes'
import { describe, expect, it, vi } from 'vitest'
import { ROOT } from '../bin/lib/root.js'
import { ANSWERS, answered, ID } from './testing/first-answers.ts'

/** What a map is drawn with comes when it is near, never with a first render. */
vi.mock('ol/Map.js', () => {
  throw new Error('A first render has loaded the map.')
})

interface ServedPage {
  url: string
  site: PageBoot['site']
  session: PageBoot['session']
  first: FirstData | null
}

interface ServedRemote {
  routes: unknown[]
  makeStore: () => unknown
}

// By their paths: these are the browser's own sources, which Node's types know nothing of.
const load = async <T>(...path: string[]): Promise<T> => (await import(join(ROOT, ...path))) as T
const { renderScreen } = await load<{ renderScreen: (remote: ServedRemote, page: ServedPage) => Promise<string> }>(
  'packages/web-kit/src/render.tsx',
)
const { renderShell } = await load<{ renderShell: (boot: PageBoot, url: string) => string }>('shell/src/render.tsx')

const site: PageBoot['site'] = { name: 'Aangan', currency: 'usd', locale: 'de-DE', tiles: null, mapCentre: null }
const VISITOR = { status: 'visitor' } as const
const SEARCH = '?city=Pune'
const manifests = readdirSync(ROOT)
  .filter((name) => name.startsWith('mfe-'))
  .map((name) => JSON.parse(readFileSync(join(ROOT, name, 'manifest.json'), 'utf8')) as RemoteManifest)
const remotes = Object.fromEntries(manifests.map((manifest) => [manifest.name, manifest]))
const screens = manifests.flatMap(({ name, routes }) => routes.map((route) => ({ name, route, path: route.path })))

async function render(name: string, url: string, first: FirstData | null): Promise<string> {
  const { routes } = await load<ServedRemote>(name, 'src/routes.tsx')
  const { makeStore } = await load<ServedRemote>(name, 'src/store.ts')
  return renderScreen({ routes, makeStore }, { url, site, session: VISITOR, first })
}

/** As the page's policy asks: it blocks such attributes in what is served. */
function expectServable(html: string): void {
  expect(html).not.toMatch(/ style=/)
  expect(html).not.toMatch(/<script|<style|javascript:| on[a-z]+=/)
}

// The first of them compiles all that a screen is made of.
describe('without a document', { timeout: 60_000 }, () => {
  it('is how these tests run', () => expect(['window', 'document'].filter((name) => name in globalThis)).toEqual([]))

  it.each(screens)('$name renders $path', async ({ name, path }) => {
    const html = await render(name, path.replace('{id}', ID), null)
    expectServable(html)
    // What is not known yet has no name, but says that it is on its way.
    expect(html).toMatch(/<h1[^>]*>[^<]|aria-busy="true"/)
  })

  const asking = screens.filter(({ route }) => route.data !== undefined)

  it.each(asking)('$name renders $path with what its manifest asks for', async ({ name, route, path }) => {
    const url = path.replace('{id}', ID) + SEARCH
    const match = matchRoute(remotes, path.replace('{id}', ID))
    const call = (match && routeData(match, SEARCH)) ?? ''
    const answer = ANSWERS[route.data ?? '']
    if (!answer) throw new Error(`Add an answer to ${route.data} to testing/first-answers.ts.`)
    const html = await render(name, url, answered(call, 200, answer.body))
    expectServable(html)
    expect(html).toMatch(/<h1[^>]*>[^<]/)
    for (const words of answer.shows) expect(html.replaceAll('<!-- -->', '')).toContain(words)
  })

  it.each(asking)('$name renders $path with a refusal', async ({ name, path }) => {
    const url = path.replace('{id}', ID) + SEARCH
    const match = matchRoute(remotes, path.replace('{id}', ID))
    const call = (match && routeData(match, SEARCH)) ?? ''
    const html = await render(name, url, answered(call, 404, { code: 'NOT_FOUND', message: 'There is no such thing' }))
    expectServable(html)
    expect(html).toMatch(/<h1[^>]*>[^<]/)
    expect(html).not.toContain('aria-busy="true"')
  })

  it.each(['/', '/list', '/nowhere'])('the shell renders %s', (url) => {
    const releases = Object.values(remotes).map(({ name, routes }) => [name, { ...RELEASE, routes }])
    const boot: PageBoot = {
      site,
      session: VISITOR,
      shell: { version: '1', deadlineMs: 1, integrity: {} },
      remotes: Object.fromEntries(releases),
    }
    const html = renderShell(boot, url)
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

import type { RemoteManifest } from '@aangan/contracts/manifest'
import { expect, it } from 'vitest'
import { withRelease } from './site-page.js'

const release = (path: string) => ({
  name: 'mfe-guides',
  version: '2.0.0',
  entry: 'entry.js',
  container: 'guides',
  exposes: {},
  preload: [],
  files: {},
  manifest: { name: 'mfe-guides', routes: [{ path, title: '</script>' }], offers: {}, budget: {} } as RemoteManifest,
})
const pageOf = (remotes: object) =>
  `<html><script type="application/json" id="boot">${JSON.stringify({ remotes })}</script><p>$&</p></html>`
const bootIn = (html: string) => JSON.parse(/id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '')

it('is the page of the site with another release of one remote', () => {
  const { status, html } = withRelease(
    { url: '/list', status: 200, html: pageOf({ 'mfe-other': { routes: [] } }) },
    release('/list'),
  )
  expect([status, Object.keys(bootIn(html).remotes)]).toEqual([200, ['mfe-other', 'mfe-guides']])
  expect(bootIn(html).remotes['mfe-guides'].version).toBe('2.0.0')
  expect(html.endsWith('</script><p>$&</p></html>')).toBe(true)
})

it('reports nothing about a canary, as a build that is tried may break what is around it', () => {
  const html = pageOf({}).replace('{', '{"canaries":["shell"],')
  expect(bootIn(html).canaries).toEqual(['shell'])
  expect(bootIn(withRelease({ url: '/', status: 200, html }, release('/')).html)).not.toHaveProperty('canaries')
})

it.each([
  ['an address that only this release has', '/guides?a=1', {}, 200],
  ['one that nobody has', '/nowhere', {}, 404],
  [
    'one whose data say that there is no such page',
    '/guides',
    { 'mfe-guides': { routes: [{ path: '/guides' }] } },
    404,
  ],
])('for %s, %s, has the right status', (_what, url, remotes, status) => {
  expect(withRelease({ url, status: 404, html: pageOf(remotes) }, release('/guides')).status).toBe(status)
})

it('is left as it is, if it is no page of the site', () => {
  expect(withRelease({ url: '/', status: 502, html: 'Bad gateway' }, release('/'))).toEqual({
    status: 502,
    html: 'Bad gateway',
  })
})

import type { RemoteManifest } from '@aangan/contracts/manifest'
import { shellTags } from '@aangan/contracts/shell-tags'
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
const shell = {
  ...release('/'),
  name: 'shell',
  exposes: { '.': { js: ['react.2.js', 'shell.2.js'], css: ['shell.2.css'] } },
  preload: ['inter.2.woff2'],
  files: Object.fromEntries(
    ['react.2.js', 'shell.2.js', 'shell.2.css', 'favicon.2.svg'].map((file) => [
      file,
      { bytes: 1, integrity: `sha384-${file}` },
    ]),
  ),
  manifest: undefined,
}
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

it('is the page of the site with another release of the shell, and none of its own', () => {
  const live = { ...shell, version: '1.0.0', files: {}, exposes: { '.': { js: ['shell.1.js'], css: ['shell.1.css'] } } }
  const head = ['<link href="/r/mfe-guides/a.css">', ...shellTags(live), '<script>retry()</script>']
  const boot = {
    remotes: { 'mfe-guides': { routes: [] } },
    shell: { version: '1.0.0', deadlineMs: 8_000, integrity: {} },
  }
  const page = `<html><head>${head.join('\n')}</head><script type="application/json" id="boot">${JSON.stringify(boot)}</script></html>`
  const { html } = withRelease({ url: '/', status: 200, html: page }, shell)
  expect(html.match(/(?<=(href|src)=")[^"]+/g)).toEqual([
    '/r/mfe-guides/a.css',
    ...['shell.2.css', 'react.2.js', 'shell.2.js', 'inter.2.woff2', 'favicon.2.svg'].map(
      (file) => `/r/shell/2.0.0/${file}`,
    ),
  ])
  expect(html).toContain('integrity="sha384-shell.2.js" crossorigin data-shell></script>')
  expect(html).toContain('<script>retry()</script>')
  const integrity = { '/r/shell/2.0.0/shell.2.js': 'sha384-shell.2.js' }
  expect(bootIn(html)).toMatchObject({ ...boot, shell: { version: '2.0.0', deadlineMs: 8_000, integrity } })
})

it('leaves out what the live releases have rendered', () => {
  const boot = `<script type="application/json" id="boot">{"remotes":{}}</script>`
  const html = `<body>\n<div id="root" data-rendered><main><div>$&</div></main></div>\n${boot}\n</body>`
  expect(withRelease({ url: '/', status: 200, html }, release('/')).html).toMatch(
    /^<body>\n<div id="root"><\/div>\n<script type="application\/json" id="boot">/,
  )
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

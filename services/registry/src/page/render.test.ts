import type { Release } from '@aangan/contracts/manifest'
import { WITHOUT_FONT } from '@aangan/contracts/page'
import { toRemoteRelease } from '@aangan/contracts/release-urls'
import { matchRoute } from '@aangan/contracts/routes'
import { expect, it } from 'vitest'
import { renderPage } from './render.ts'

const manifest = {
  name: 'mfe-listings',
  routes: [{ path: '/list', title: 'Homes' }],
  offers: {},
  budget: { '/list': 1 },
}
const exposed = { js: ['page.js'], css: ['page.css'] }
const files = Object.fromEntries(
  ['entry.js', 'page.js', 'page.css', 'inter.woff2'].map((file) => [file, { bytes: 1, integrity: '' }]),
)
const release = { version: '1.0.0', entry: 'entry.js', files, exposes: { '.': exposed, './remote': exposed } }
const shell: Release = { ...release, name: 'shell', container: 'shell', preload: ['inter.woff2'] }
const homes = { ...release, name: manifest.name, container: 'mfe_listings', preload: [], manifest }

const boot = {
  site: { name: 'Aangan', currency: 'usd', locale: 'en-IN', tiles: null, mapCentre: null },
  shell: { version: '1.0.0', deadlineMs: 8_000, integrity: {} },
  remotes: { [homes.name]: toRemoteRelease(homes) },
  session: { status: 'visitor' },
} as const

const match = matchRoute(boot.remotes, '/list')

it.each([
  ['that is rendered asks for scripts after its styles, and for no font', true, ['low', 'low']],
  ['that is not asks for both at once', false, ['', '', '']],
])('a page %s', (_what, isRendered, expected) => {
  const rendered = isRendered ? { html: '<p>Homes</p>', hasRemote: true } : null
  const html = renderPage({ boot, shell, match, first: null, carried: [], rendered, meta: null })
  const urgencyOf = (kind: RegExp) =>
    (html.match(/<link rel="(?:preload|stylesheet)"[^>]*>/g) ?? [])
      .filter((link) => kind.test(link))
      .map((link) => /fetchpriority="(\w+)"/.exec(link)?.[1] ?? '')
  expect(urgencyOf(/as="style"|rel="stylesheet"/)).toEqual(['', ''])
  expect(urgencyOf(/as="(?:script|font)"/)).toEqual(expected)
})

it('is shown without the font only if scripts will load it: those of a remote that is rendered', () => {
  const withoutFont = (rendered: { html: string; hasRemote: boolean } | null) =>
    renderPage({ boot, shell, match, first: null, carried: [], rendered, meta: null }).includes(
      `<html lang="en" ${WITHOUT_FONT}>`,
    )
  expect(withoutFont({ html: '<p>Homes</p>', hasRemote: true })).toBe(true)
  expect(withoutFont({ html: '<p>Bar</p>', hasRemote: false })).toBe(false)
  expect(withoutFont(null)).toBe(false)
})

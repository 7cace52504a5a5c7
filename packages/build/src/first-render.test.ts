import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openBuild } from './first-render.js'

/** A build whose pages are what `code` returns. */
async function build(code: string, before = '') {
  const folder = await mkdtemp(join(tmpdir(), 'first-render-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'dist/release.json'), JSON.stringify({ server: 'server.js' }))
  await writeFile(join(folder, 'dist/server.js'), `${before};exports.mount = async (page) => ${code}`)
  return openBuild(folder)
}

const MEDIA = `matchMedia('(min-width: 800px)').matches`

it.each([
  ['a class', `'<p class="a' + (typeof window === 'undefined' ? '' : ' b') + '" id="i">'`, 'class'],
  [
    'an attribute by a media query',
    `'<p aria-hidden="' + (typeof window !== 'undefined' && ${MEDIA}) + '">'`,
    'aria-hidden',
  ],
  [
    'one by the same, but for what it is by default',
    `'<p hidden="' + (typeof window === 'undefined' || window.${MEDIA}) + '">'`,
    'hidden',
  ],
  ['a style', `'<p' + (typeof document === 'undefined' ? '' : ' style="color:red"') + '>'`, 'style'],
  ['an attribute by what is stored', `'<p title="' + globalThis.localStorage?.getItem('seen') + '">'`, 'title'],
  ['a link by the browser', `'<a href="' + (globalThis.navigator?.language ?? 'en') + '">'`, 'href'],
])('finds %s that differs, and names it', async (_what, code, attribute) => {
  const { renderPage } = await build(`'<main>' + ${code}`)
  const named = new RegExp(`^/guides: a server renders <[pa]\\b.*>, a browser first <[pa]\\b.*> \\(${attribute}\\)$`)
  await expect(renderPage('/guides')).rejects.toThrow(named)
})

it.each([
  ['the time zone', 'new Date(0).getHours()', ''],
  ['the clock', 'new Date().getUTCHours()', ''],
  ['the language', '(1234567.5).toLocaleString()', ''],
  ['the language of a formatter', 'new Intl.NumberFormat().format(1234567.5)', ''],
  ['the language of another', 'Intl.DateTimeFormat(undefined, { month: "long" }).format(1e12)', ''],
  ['the browser when it was loaded', 'loadedIn', `const loadedIn = typeof window`],
  ['pages before', 'count++', 'let count = 0'],
])('finds a text that differs by %s', async (_what, code, before) => {
  const { renderPage } = await build(`'<p>' + (${code}) + '</p>'`, before)
  await expect(renderPage('/guides')).rejects.toThrow('/guides: a server renders ')
})

it('finds an element that only one of them has', async () => {
  const { renderPage } = await build(`'<p>1</p>' + (typeof window === 'undefined' ? '' : '<p>2</p>')`)
  await expect(renderPage('/guides')).rejects.toThrow('a server renders nothing, a browser first <p>')
})

it('says what to run if there is no build', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'first-render-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(() => openBuild(folder)).toThrow(/dist has no release\. Build it first, for production: npx rspack build$/)
})

it('fails as the server does', async () => {
  const { renderPage } = await build('window.innerWidth')
  await expect(renderPage('/guides')).rejects.toThrow('window is not defined')
})

it('returns the HTML of a page with its data, which may ask the browser for what the server knows', async () => {
  const where = `(typeof location === 'undefined' ? page.url : location.pathname + location.search)`
  const who = `(typeof document === 'undefined' ? page.session : JSON.parse(document.getElementById('boot').textContent).session).status`
  const { renderPage } = await build(`${where} + ' ' + ${who} + ' ' + page.first[0].body.title`)
  const data = { '/posts?limit=1': { title: 'Flat' } }
  expect(await renderPage('/guides?city=Pune', { data })).toBe('/guides?city=Pune visitor Flat')
  expect(await renderPage('/guides', { data, session: { status: 'unknown' } })).toBe('/guides unknown Flat')
})

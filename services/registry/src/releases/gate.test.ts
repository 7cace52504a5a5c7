import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import type { ReleaseDraft } from '../testing/releases.ts'
import { makeSlow } from '../testing/slow-file.ts'

const guides = { name: 'mfe-guides', react: '^19.0.0' } satisfies ReleaseDraft
const SHELL = { name: 'shell', react: '19.3.1', contract: 1 }

/** Always the same visitor, also if there are canaries. */
const OUTSIDE = { cookie: 'visit=1' }

let registry: RunningRegistry

beforeEach(async () => {
  registry = await startRegistry({ releases: [SHELL, guides], posts: () => undefined })
})

afterEach(() => registry.close())

const publish: RunningRegistry['publish'] = (...args) => registry.publish(...args)

async function expectRefused(draft: ReleaseDraft, words: string, how?: Parameters<typeof publish>[1]): Promise<void> {
  const before = await registry.versions(OUTSIDE)
  await expect(publish(draft, how)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(words) })
  expect(await registry.versions(OUTSIDE)).toEqual(before)
}

describe('React', () => {
  it('of the live shell is in the range of a remote', async () => {
    await publish({ ...guides, version: '2.0.0', react: '>=19.1 <20' })
    await publish({ ...guides, version: '3.0.0', react: undefined })
    const words =
      'mfe-guides 4.0.0 is refused: React ^18.2.0 is needed, but shell 1.0.0 provides 19.3.1. Widen the range in the'
    await expectRefused({ ...guides, version: '4.0.0', react: '^18.2.0' }, words)
    await expectRefused({ ...guides, version: '4.0.0', react: '^18.2.0' }, words, { to: { share: 0.1 } })
    await expectRefused({ ...guides, version: '4.0.0', react: 'new' }, '"new" is not a range of React versions')
  })

  it('is a short text: a long one would keep the registry busy for minutes', async () => {
    const message = expect.stringContaining('/react must not have more than 100 characters')
    const draft = { ...guides, version: '2.0.0', react: 'v'.repeat(101) }
    await expect(publish(draft)).rejects.toMatchObject({ code: 'BAD_REQUEST', message })
  })

  it('of a new shell is in the range of every live remote', async () => {
    const words = 'it ends mfe-guides 1.0.0: React ^19.0.0 is needed, but shell 2.0.0 provides 20.0.0'
    await expectRefused({ ...SHELL, version: '2.0.0', react: '20.0.0' }, words)
    await publish({ ...guides, version: '2.0.0', react: '^19.0.0 || ^20.0.0' })
    await publish({ ...SHELL, version: '2.0.0', react: '20.0.0' })
  })

  it('is that of a shell in a canary, too, and a remote in a canary counts', async () => {
    await publish({ ...guides, version: '2.0.0', react: '^19.0.0 || ^20.0.0' })
    await publish({ ...SHELL, version: '2.0.0', react: '20.0.0' }, { to: { share: 0.1 } })
    await expectRefused({ ...guides, version: '3.0.0' }, 'shell 2.0.0 provides 20.0.0')
    await publish({ name: 'mfe-a', react: '>=19.0.0' }, { to: { share: 0.1 } })
    await expectRefused({ ...SHELL, version: '3.0.0', react: '18.0.0' }, 'it ends mfe-')
  })

  it('of a shell that does not tell fits', async () => {
    await publish({ name: 'shell', version: '2.0.0' })
    await publish({ ...guides, version: '2.0.0', react: '^18.0.0' })
  })
})

it('a rollback is refused if the version does not fit the live shell any more', async () => {
  await publish({ ...guides, version: '2.0.0', react: '^19.0.0 || ^20.0.0' })
  await publish({ ...SHELL, version: '2.0.0', react: '20.0.0' })
  await expect(registry.change('mfe-guides', { action: 'rollback' })).rejects.toThrow('shell 2.0.0 provides 20.0.0')
})

describe('a slot that others mount', () => {
  const offers = { tips: { module: './tips', slot: 'listing.tips' } }
  const mounting = { name: 'mfe-listings', files: { 'remote.js': 'mount("listing.tips",e,{})' } } satisfies ReleaseDraft
  const WORDS =
    'mfe-guides 3.0.0 is refused: it no longer fills the slot listing.tips, which mfe-listings 1.0.0 mounts. Keep the offer'

  beforeEach(async () => {
    await publish({ ...guides, version: '2.0.0', offers })
  })

  it('stays filled', async () => {
    await publish(mounting)
    await expectRefused({ ...guides, version: '3.0.0' }, WORDS)
    await publish({ ...guides, version: '3.0.0', offers: { advice: { module: './advice', slot: 'listing.tips' } } })
  })

  it('may become empty if nobody mounts it any more, or an operator says so', async () => {
    await publish(mounting)
    await publish({ ...guides, version: '3.0.0' }, { drops: ['listing.tips'] })
    await publish({ ...guides, version: '3.1.0', offers })
    await publish({ ...mounting, version: '2.0.0', files: { 'remote.js': 'mount("listing.tips-list",e,{})' } })
    await publish({ ...guides, version: '4.0.0' })
  })

  it('is looked for in each script once, however many others become empty', async () => {
    const more = Object.fromEntries(['a', 'b', 'c'].map((word) => [word, { module: './tips', slot: `guides.${word}` }]))
    await publish({ ...mounting, files: { 'remote.js': 'no slot' } })
    await publish({ ...guides, version: '3.0.0', offers: more })
    const slow = await makeSlow(registry.releaseFile(mounting.name, '1.0.0', 'remote.js'))
    const publication = publish({ ...guides, version: '4.0.0' }, { drops: ['listing.tips'] })
    await slow.isRead()
    await slow.finish()
    expect(await publication).toMatchObject({ changed: true })
  })
})

describe('the budget', () => {
  const route = { path: '/guides', title: 'Guides' }
  const files = { 'page.js': 'x'.repeat(500), 'page.css': 'y'.repeat(100) }
  const entry = '/* mfe-guides */'.length

  it('is kept by the entry and the files of each route', async () => {
    const draft = { ...guides, version: '2.0.0', routes: [route], files }
    await publish({ ...draft, budget: { '/guides': 600 + entry } })
    const words = `over its budget: /guides takes ${600 + entry} bytes (brotli), manifest.json allows ${599 + entry}`
    await expectRefused({ ...draft, version: '3.0.0', budget: { '/guides': 599 + entry } }, words)
  })

  it('is measured, whatever the release says about its sizes', async () => {
    const draft: ReleaseDraft = {
      ...guides,
      version: '2.0.0',
      routes: [route],
      files,
      budget: { '/guides': 100 },
      alter: (release) => ({
        ...release,
        files: Object.fromEntries(Object.entries(release.files).map(([name, file]) => [name, { ...file, bytes: 1 }])),
      }),
    }
    await expectRefused(draft, 'over its budget')
  })

  it('is there for each route', async () => {
    const alter: ReleaseDraft['alter'] = (release) => ({ ...release, manifest: { ...release.manifest, budget: {} } })
    await expectRefused({ ...guides, version: '2.0.0', routes: [route], alter }, 'has no budget for /guides')
  })
})

describe('another host', () => {
  it.each<[string, ReleaseDraft['alter']]>([
    ['the entry', (release) => ({ ...release, entry: 'https://x.example/entry.js' })],
    ['a chunk', (release) => ({ ...release, exposes: { './remote': { js: ['//x.example/a.js'], css: [] } } })],
    ['a style', (release) => ({ ...release, exposes: { './remote': { js: [], css: ['data:text/css,a'] } } })],
    ['a file', (r) => ({ ...r, files: { ...r.files, 'http://x.example/a.js': r.files['entry.js'] } })],
  ])('has no part of a release: %s', async (_what, alter) => {
    const words = /needs '.*' of another host: a release contains all files that it loads/
    await expect(publish({ ...guides, version: '2.0.0', alter })).rejects.toThrow(words)
  })

  it.each([
    'url(https://x.example/a.png)',
    'URL( "//x.example/a.png" )',
    "url('http:\\/\\/x.example/a.png')",
    'url(h\\74tps://x.example/a.png)',
    'image-set(url(a.png) 1x, "https://x.example/b.png" 2x)',
    'url("a.png"), url(/\\\\x.example/a)',
  ])('has no picture of a stylesheet: %s', async (image) => {
    const files = { 'own.css': '', 'page.css': `.a { background: ${image} }` }
    const words = /refused: page\.css loads .*x\.example.* from another host: put that file into the remote's folder/
    await expect(publish({ ...guides, version: '2.0.0', files })).rejects.toThrow(words)
  })

  it('has no rules that a stylesheet imports', async () => {
    const files = { 'page.css': '/* url() */ @import "https://x.example/a.css" screen;' }
    await expectRefused({ ...guides, version: '2.0.0', files }, 'page.css loads https://x.example/a.css from another')
  })

  it('may be named in a stylesheet where nobody loads it', async () => {
    const css = [
      '/* see url(https://x.example/a) */ @namespace svg url(http://www.w3.org/2000/svg);',
      '@import "base.css"; @import url(/r/a/base.css);',
      ".a { background: url(a.png), url('/b.png'), url(#mask), url(\"data:image/svg+xml,<svg xmlns='http://w3.org'/>\") }",
      ".b { mask: url(data:image/svg+xml;utf8,%3Csvg%20xmlns='http://w3.org'/%3E) }",
      ".c[href^='https://x.example'] { content: 'https://x.example' counters(a, '//') }",
    ]
    await publish({ ...guides, version: '2.0.0', files: { 'page.css': css.join('\n') } })
  })

  it('has none of its data', async () => {
    const routes = [{ path: '/guides', title: 'Guides', data: '//x.example/posts' }]
    await expect(publish({ ...guides, version: '2.0.0', routes })).rejects.toThrow(
      'the data of /guides is on another host',
    )
  })
})

import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { EMPTY, SHELL, start, startOnce } from './testing/renderer.ts'

const GOOD = { code: `exports.mount = async ({ url, first }) => '<p>' + first[0].body + ' at ' + url + '</p>'` }

const MOST_OF_REMOTE = 4
/** Whose time says nothing. */
const FIRST_PAGES = 10

/** Processes that render. */
function countProcesses(): number {
  const own = execFileSync('ps', ['--ppid', String(process.pid), '-o', 'args='], { encoding: 'utf8' })
  return own.split('\n').filter((args) => args.includes('--disallow-code-generation-from-strings')).length
}

function countFiles(): number {
  return readdirSync('/proc/self/fd').length
}

describe('the renderer', () => {
  it("puts the remote's page into the shell's", async () => {
    const { render } = await start({ 'mfe-first': GOOD })
    expect(await render('mfe-first', { url: '/list?city=Pune', body: 'Flats' })).toEqual({
      html: '<main data-url="/list?city=Pune"><p>Flats at /list?city=Pune</p></main>',
      hasRemote: true,
    })
  })

  it('renders the shell where no remote has a page', async () => {
    const { render } = await start({ 'mfe-first': GOOD })
    expect(await render(null)).toEqual(EMPTY)
  })

  it("gives remotes the shell's React", async () => {
    const { render } = await start({ 'mfe-first': { code: `exports.mount = async () => require('react').version` } })
    expect((await render('mfe-first'))?.html).toContain('19')
  })

  describe('leaves the slot empty, and serves the others, of a remote that', () => {
    const BAD = {
      'has no bundle for servers': { code: null },
      'is damaged': { ...GOOD, integrity: `sha384-${'A'.repeat(64)}` },
      'does not parse': { code: 'exports.mount = (' },
      'throws when it is loaded': { code: `throw new Error('no')` },
      'needs what the shell does not share': { code: `require('ol')` },
      throws: { code: `exports.mount = async () => { throw new Error('no') }` },
      'awaits what never comes': { code: 'exports.mount = () => new Promise(() => {})' },
      'is far too long': { code: `exports.mount = async () => 'x'.repeat(5e6)` },
      'returns what is no text': { code: 'exports.mount = async () => ({})' },
      'throws what is no error': { code: `exports.mount = async () => { throw null }` },
      'throws what cannot be read': { code: `throw { get message() { throw null } }` },
    }
    const named = Object.entries(BAD).map(([what, release], at) => ({ what, name: `mfe-bad-${at}`, release }))
    const renderer = startOnce({
      ...Object.fromEntries(named.map(({ name, release }) => [name, release])),
      'mfe-first': GOOD,
    })

    it.each(named)('$what', async ({ name, release }) => {
      expect(await renderer().render(name)).toEqual(EMPTY)
      expect((await renderer().failures())[`${name} threw`]).toBe(release.code === null ? undefined : 1)
      expect(await renderer().render('mfe-first')).toMatchObject({ hasRemote: true })
    })
  })

  it.each([
    ['loops', 'exports.mount = async () => { for (;;); }'],
    ['loops when it is loaded', 'for (;;);'],
    ['loops in microtasks', 'exports.mount = async () => { for (;;) await null }'],
    [
      'needs too much memory',
      'exports.mount = async () => { const all = []; for (;;) all.push("x".repeat(1e6) + all.length, new Array(1e6).fill(all)) }',
    ],
    [
      'keeps too much memory outside of the heap',
      'const all = []; exports.mount = async () => { while (all.length < 30) all.push(new Uint8Array(1e7).fill(1)); return "" }',
    ],
  ])('costs a remote that %s its own slot alone, and does not try it again', async (_what, code) => {
    const renderer = await start({ 'mfe-bad': { code }, 'mfe-first': GOOD })
    // Whoever asks while it happens gets nothing; afterwards all but this remote is there.
    await expect.poll(() => renderer.render('mfe-bad')).toEqual(EMPTY)
    expect(await renderer.render('mfe-first')).toMatchObject({ hasRemote: true })
    const before = await renderer.failures()
    for (let page = 0; page < 3; page++) expect(await renderer.render('mfe-bad')).toEqual(EMPTY)
    expect(await renderer.failures()).toEqual(before)
  })

  it('renders pages of other remotes while one loops', async () => {
    const { render } = await start({
      'mfe-bad': { code: 'exports.mount = async () => { for (;;); }' },
      'mfe-first': GOOD,
    })
    await render('mfe-first')
    let hasEnded = false
    const looping = render('mfe-bad').then(() => {
      hasEnded = true
    })
    expect(await render('mfe-first')).toMatchObject({ hasRemote: true })
    expect(hasEnded).toBe(false)
    await looping
  })

  it.each([
    ['throw', `exports.mount = async () => { Array.prototype.join = null; return '' }`],
    ['hang', `exports.mount = async () => { Array.prototype.join = () => { for (;;); }; return '' }`],
  ])('renders pages of other remotes after one made the shell %s', async (_what, code) => {
    const shell = { code: `exports.renderShell = (boot, url, slot) => ['<main>', slot ?? 'empty'].join('')` }
    const { render } = await start({ shell, 'mfe-bad': { code }, 'mfe-first': GOOD })
    for (let page = 0; page < 6; page++) expect(await render('mfe-bad')).toBeNull()
    expect(await render('mfe-first')).toMatchObject({ hasRemote: true })
    expect(await render(null)).toMatchObject({ html: '<main>empty' })
  })

  it('does not blame a remote for its first pages, for which its code is compiled', async () => {
    const code = `let pages = 0; exports.mount = async () => {
      if ((pages += 1) <= ${FIRST_PAGES}) for (let at = 0; at < 5e7; at++);
      return 'there'
    }`
    const { render, failures } = await start({ 'mfe-first': { code } }, { RENDER_MS: 10 })
    for (let page = 0; page < FIRST_PAGES + 1; page++)
      expect(await render('mfe-first')).toMatchObject({ hasRemote: true })
    expect(await failures()).toEqual({})
  })

  it('leaves a remote to the browser that then needs too long five times in a row', async () => {
    const code = `exports.mount = async () => { for (let at = 0; at < 5e7; at++); return 'late' }`
    const { render, failures } = await start({ 'mfe-bad': { code } }, { RENDER_MS: 10 })
    for (let page = 0; page < FIRST_PAGES + 5; page++)
      expect(await render('mfe-bad')).toMatchObject({ hasRemote: true })
    expect(await render('mfe-bad')).toEqual(EMPTY)
    expect(await failures()).toEqual({ 'mfe-bad slow': 5 })
  })

  it('does not blame a remote for the time that this process was stopped', async () => {
    const code = `exports.mount = async () => { for (const from = Date.now(); Date.now() < from + 200; ); return 'there' }`
    const { render, failures } = await start({ 'mfe-first': { code } }, { RENDER_MS: 1_000 })
    expect(await render('mfe-first')).toMatchObject({ hasRemote: true })
    const rendering = render('mfe-first')
    await setTimeout(100)
    // Timers are then called before what has arrived.
    await setImmediate()
    for (const from = performance.now(); performance.now() < from + 1_500; );
    expect(await rendering).toMatchObject({ hasRemote: true })
    expect(await failures()).toEqual({})
  })

  it('allows a longer page more time', async () => {
    const code = `exports.mount = async () => { for (const from = Date.now(); Date.now() < from + 20; ); return 'x'.repeat(2e6) }`
    const { render, failures } = await start({ 'mfe-first': { code } }, { RENDER_MS: 10 })
    for (let page = 0; page < FIRST_PAGES + 6; page++)
      expect(await render('mfe-first')).toMatchObject({ hasRemote: true })
    expect(await failures()).toEqual({})
  })

  it('renders what the registry sends, though visitors may send less', async () => {
    const { render } = await start({
      'mfe-first': { code: `exports.mount = async ({ first }) => String(first[0].body.length)` },
    })
    const homes = Array.from({ length: 6_000 }, () => JSON.parse('{ "__proto__": "\\u0000" }'))
    expect((await render('mfe-first', { body: homes }))?.html).toContain('6000')
  })

  it('gives visitors turns, however many pages one of them asks for', async () => {
    const { render } = await start({
      'mfe-first': { code: `let at = 0; exports.mount = async () => 'turn ' + (at += 1)` },
    })
    const many = Array.from({ length: 20 }, () => render('mfe-first', { address: '192.0.2.1' }))
    const other = await render('mfe-first', { address: '192.0.2.2' })
    expect(other?.html).toMatch(/turn [1-3]</)
    await Promise.all(many)
  })

  it('leaves the page to the browser if the shell cannot be rendered', async () => {
    const renderer = await start({
      shell: { code: `exports.renderShell = () => { throw new Error('no') }` },
      'mfe-first': GOOD,
    })
    expect(await renderer.render('mfe-first')).toBeNull()
    expect(await renderer.failures()).toEqual({ 'shell threw': 1 })
  })

  /** Renders all addresses but one. */
  const shellThat = (fails: string) => ({
    code: `exports.renderShell = (boot, url, slot) => { if (url === '/bad') { ${fails} } return slot ?? 'empty' }`,
  })

  it('does not blame a remote for a shell that hangs', async () => {
    const renderer = await start({ shell: shellThat('for (;;);'), 'mfe-first': GOOD })
    expect(await renderer.render('mfe-first')).toMatchObject({ hasRemote: true })
    expect(await renderer.render('mfe-first', { url: '/bad' })).toBeNull()
    expect(await renderer.failures()).toEqual({ 'shell ended': 1 })
    await renderer.release('shell', { version: '2.0.0', code: SHELL })
    expect(await renderer.render('mfe-first')).toMatchObject({ hasRemote: true })
  })

  it('does not blame a remote for a shell that needs too long', async () => {
    const code = `exports.renderShell = (boot, url, slot) => { for (let at = 0; at < 5e7; at++); return slot }`
    const { render, failures } = await start({ shell: { code }, 'mfe-first': GOOD }, { RENDER_MS: 10 })
    for (let page = 0; page < FIRST_PAGES + 5; page++)
      expect(await render('mfe-first')).toMatchObject({ hasRemote: true })
    expect(await render('mfe-first')).toBeNull()
    expect(await failures()).toEqual({ 'shell slow': 5 })
  })

  it('puts nothing into a page that another one has awaited', async () => {
    const code = `let end; exports.mount = async () => {
      if (!end) return new Promise((resolve) => { end = () => resolve("another one's") })
      let later = Promise.resolve()
      for (let at = 0; at < 50; at++) later = later.then(() => {})
      later.then(end)
      return 'mine'
    }`
    const { render } = await start({ 'mfe-first': { code } })
    await render('mfe-first')
    expect((await render('mfe-first'))?.html).toContain('mine')
  })

  it('renders other pages with a shell that cannot render one of them', async () => {
    const { render, failures } = await start({ shell: shellThat(`throw new Error('no')`), 'mfe-first': GOOD })
    for (let page = 0; page < 6; page++) {
      expect(await render('mfe-first', { url: '/bad' })).toBeNull()
      expect(await render('mfe-first')).toMatchObject({ hasRemote: true })
    }
    expect(await failures()).toEqual({ 'shell threw': 6 })
  })

  describe.each(['shell', 'mfe-first'] as const)('tries again later to read a release of %s', (name) => {
    const releases = { shell: { code: SHELL }, 'mfe-first': GOOD }

    it.each(['is damaged', 'is not there'])('that %s', async (what) => {
      const renderer = await start(releases)
      if (what === 'is not there') await renderer.hide(name)
      else await renderer.release(name, { ...releases[name], integrity: `sha384-${'A'.repeat(64)}` })
      expect(await renderer.render('mfe-first')).toEqual(name === 'shell' ? null : EMPTY)
      await renderer.release(name, releases[name])
      expect(await renderer.render('mfe-first')).toEqual(name === 'shell' ? null : EMPTY)
      expect(await renderer.failures()).toEqual({ [`${name} threw`]: 1 })
      renderer.wait(31_000)
      expect(await renderer.render('mfe-first')).toMatchObject({ hasRemote: true })
    })
  })

  it('renders with exactly the releases that the page names', async () => {
    const renderer = await start({ 'mfe-first': { code: `exports.mount = async () => 'one'` } })
    expect((await renderer.render('mfe-first'))?.html).toContain('one')
    await renderer.release('mfe-first', { version: '2.0.0', code: `exports.mount = async () => 'two'` })
    expect((await renderer.render('mfe-first'))?.html).toContain('two')
  })

  it('needs a process more for each canary, however many remotes have one at once', async () => {
    const before = countProcesses()
    const names = ['mfe-first', 'mfe-second', 'mfe-third']
    const renderer = await start(Object.fromEntries(names.map((name) => [name, GOOD])))
    for (let visitor = 0; visitor < 2 ** names.length; visitor++) {
      for (const [at, name] of names.entries()) {
        const major = 1 + ((visitor >> at) & 1)
        const code = `exports.mount = async () => 'v${major}'`
        await renderer.release(name, { version: `${major}.0.0`, code })
      }
      for (const name of names) expect(await renderer.render(name)).toMatchObject({ hasRemote: true })
    }
    expect(countProcesses()).toBe(before + 2 * names.length)
  })

  it('keeps a process for each visitor of a canary of the remote, of the shell, of both, and of none', async () => {
    const renderer = await start({})
    const code = `let at = 0; exports.mount = async () => 'page ' + (at += 1)`
    for (const page of ['page 1', 'page 2']) {
      for (let visitor = 0; visitor < 4; visitor++) {
        await renderer.release('shell', { version: `${1 + (visitor & 1)}.0.0`, code: SHELL })
        await renderer.release('mfe-first', { version: `${1 + (visitor >> 1)}.0.0`, code })
        expect((await renderer.render('mfe-first'))?.html).toContain(page)
      }
    }
  })

  it('keeps nothing of releases that are no longer asked for, also of those that fail', async () => {
    const before = countProcesses()
    const renderer = await start({ 'mfe-first': GOOD, 'mfe-bad': GOOD })
    async function release(from: number, to: number): Promise<void> {
      for (let version = from; version <= to; version++) {
        const code = `exports.mount = async () => 'v${version}'`
        await renderer.release('mfe-first', { version: `${version}.0.0`, code })
        await renderer.release('mfe-bad', { version: `${version}.0.0`, code: `throw new Error('no')` })
        expect((await renderer.render('mfe-first'))?.html).toContain(`v${version}`)
        expect(await renderer.render('mfe-bad')).toEqual(EMPTY)
      }
      // The last ones are still ending.
      await expect.poll(countProcesses).toBe(before + 2 * MOST_OF_REMOTE)
    }
    const kept = async () => ({ files: countFiles(), series: await renderer.series() })
    await release(1, 2 * MOST_OF_REMOTE)
    const first = await kept()
    await release(2 * MOST_OF_REMOTE + 1, 3 * MOST_OF_REMOTE)
    await expect.poll(kept).toEqual(first)
    await renderer.close()
    await expect.poll(countProcesses).toBe(before)
  })
})

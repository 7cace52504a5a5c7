import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { env } from 'node:process'
import vm from 'node:vm'
import { BROWSERS, globalsOf, moveRealm } from './first-render/browsers.js'

/** @typedef {import('@aangan/contracts/page').PageBoot} PageBoot */
/** @typedef {import('@aangan/contracts/page').FirstData} FirstData */
/** @typedef {Pick<PageBoot, 'site' | 'session' | 'state'>} Boot */

/** @type {Boot} */
const BOOT = {
  site: { name: 'Aangan', currency: 'inr', locale: 'en-IN', tiles: null, mapCentre: null },
  session: { status: 'visitor' },
}
const { timeZone: HERE } = new Intl.DateTimeFormat().resolvedOptions()
const nothing = () => {}
/** What code on a server has besides the language; there, no timer ends. */
const ANYWHERE = {
  ...{ AbortController, console, Headers, queueMicrotask, structuredClone, TextEncoder, URL, URLSearchParams },
  ...{ setTimeout: () => 0, clearTimeout: nothing, setInterval: () => 0, clearInterval: nothing },
  MessageChannel: class {
    port1 = {}
    port2 = { postMessage: nothing }
  },
}

/**
 * Opens the build in `folder/dist`, of a remote or the shell. What it returns renders as the site's servers do, and as
 * browsers do before they hydrate that. It throws if something cannot be rendered, or if an element, an attribute or a
 * text is another one there.
 * @param {string} [folder]
 */
export function openBuild(folder = '.') {
  const run = readBundle(resolve(folder))
  const server = run(vm.createContext({ ...ANYWHERE }))
  /** @type {{ url: string, boot: object }} */
  const page = { url: '/', boot: {} }
  let pages = 0
  const browsers = BROWSERS.map((kind) => {
    const realm = vm.createContext({ ...ANYWHERE, ...globalsOf(page, kind) })
    vm.runInContext(`(${moveRealm})(${JSON.stringify(kind)})`, realm)
    /** @type {unknown} */
    let bundle
    return { kind, open: () => (bundle ??= run(realm)) }
  })

  /**
   * @param {{ url: string, boot: object }} wanted path and query, and what the page knows
   * @param {(bundle: any) => string | Promise<string>} render
   * @returns {Promise<string>} its HTML
   */
  function renderAlike({ url, boot }, render) {
    return inTurn(async () => {
      Object.assign(page, { url, boot })
      // A server has rendered pages before, which must not show.
      if (pages++ === 0) await render(server)
      const served = await render(server)
      for (const { kind, open } of browsers) {
        const shown = await inTimeZone(kind.timeZone, () => render(open()))
        if (shown !== served) throw new Error(`${url}: ${differenceOf(served, shown)}`)
      }
      return served
    })
  }

  /**
   * A page of a remote.
   * @param {string} url path and query
   * @param {Partial<Boot> & { data?: Record<string, unknown>, first?: FirstData[] }} [known] `data`: what the API answers
   * to the calls that the page carries; or `first`, with status and headers
   * @returns {Promise<string>} its HTML
   */
  function renderPage(url, { data = {}, first = [], ...known } = {}) {
    const boot = { ...BOOT, ...known }
    const answers = Object.entries(data).map(([path, body]) => ({ path, status: 200, headers: {}, body }))
    const wanted = { ...boot, url, first: [...answers, ...first] }
    return renderAlike({ url, boot }, ({ mount }) => mount(wanted))
  }

  return { renderPage, renderAlike }
}

/** A function that runs it in a realm: all its modules look around there. @param {string} folder */
function readBundle(folder) {
  const dist = join(folder, 'dist')
  const file = join(dist, 'release.json')
  // A build for development has none.
  if (!existsSync(file)) throw new Error(`${dist} has no release. Build it first, for production: npx rspack build`)
  const { server } = JSON.parse(readFileSync(file, 'utf8'))
  const code = readFileSync(join(dist, server), 'utf8')
  const script = new vm.Script(`((module, exports, require) => {${code}\n})`, { filename: server })
  const require = createRequire(join(folder, 'package.json'))
  return (/** @type {vm.Context} */ realm) => {
    const module = { exports: {} }
    Object.assign(realm, { self: vm.runInContext('globalThis', realm) })
    script.runInContext(realm)(module, module.exports, require)
    return module.exports
  }
}

/** @type {Promise<unknown>} */
let turn = Promise.resolve()

/** One after the other: they share the process's time zone. @template T @param {() => Promise<T>} act */
function inTurn(act) {
  const done = turn.then(act)
  turn = done.catch(nothing)
  return done
}

/** @template T @param {string} name @param {() => T | Promise<T>} act */
async function inTimeZone(name, act) {
  Object.assign(env, { TZ: name })
  try {
    return await act()
  } finally {
    Object.assign(env, { TZ: HERE })
  }
}

/** @param {string} served @param {string} shown both HTML */
function differenceOf(served, shown) {
  const [theirs, own] = [partsOf(served), partsOf(shown)]
  let at = 0
  while (theirs[at] === own[at]) at++
  const { [at]: there = 'nothing' } = theirs
  const { [at]: here = 'nothing' } = own
  const names = new Set([...attributesOf(there).keys(), ...attributesOf(here).keys()])
  const differing = [...names].filter((name) => attributesOf(there).get(name) !== attributesOf(here).get(name))
  return `a server renders ${there}, a browser first ${here}${differing.length > 0 ? ` (${differing.join(', ')})` : ''}`
}

/** Tags and texts. @param {string} html */
function partsOf(html) {
  return html.split(/(?<=>)|(?=<)/)
}

/** React escapes what is in them. @param {string} tag */
function attributesOf(tag) {
  return new Map([...tag.matchAll(/ ([^\s=>]+)="([^"]*)"/g)].map(([, name = '', value]) => [name, value]))
}

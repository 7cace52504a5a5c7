import { importContract } from '../import-contract.js'

const { BOOT_ELEMENT } = await importContract('page')

/**
 * Each is unlike the server, and unlike the other, in all that code may ask for: one of them has what it asks for, one has not.
 * @typedef {{ timeZone: string, locale: string, hoursMs: number, width: number, has: boolean }} Kind
 * @type {Kind[]}
 */
export const BROWSERS = [
  { timeZone: 'Pacific/Auckland', locale: 'de-DE', hoursMs: 3 * 3_600_000, width: 320, has: true },
  { timeZone: 'America/Los_Angeles', locale: 'hi-IN', hoursMs: -3 * 3_600_000, width: 2_560, has: false },
]

/** Whatever else a browser has: it can be called, and read to any depth. @type {any} */
const ANYTHING = new Proxy(function anything() {}, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return (/** @type {string} */ hint) => (hint === 'number' ? 1 : 'anything')
    if (name === Symbol.iterator) return () => [].values()
    return name === 'then' ? undefined : ANYTHING
  },
  set: () => true,
  has: () => true,
  apply: () => ANYTHING,
  construct: () => ANYTHING,
})
/** Those that code asks for by their bare names, besides what is below. */
const NAMES =
  `addEventListener removeEventListener dispatchEvent requestAnimationFrame cancelAnimationFrame getComputedStyle
  scrollTo fetch caches crypto history screen indexedDB performance Element HTMLElement Image Event CustomEvent CSS DOMParser
  IntersectionObserver MutationObserver ResizeObserver BroadcastChannel WebSocket Worker`.split(/\s+/)

/**
 * The globals of a browser that has opened a page and shows nothing yet.
 * @param {{ url: string, boot: object }} page the current one
 * @param {Kind} kind
 */
export function globalsOf(page, { locale, width, has }) {
  const storage = browserObject({ length: 0, getItem: () => (has ? '1' : null) })
  const known = {
    // The server has said it all.
    console: ANYTHING,
    document: browserObject({
      getElementById: (/** @type {string} */ id) =>
        id === BOOT_ELEMENT ? { textContent: JSON.stringify(page.boot) } : null,
      hidden: !has,
      visibilityState: has ? 'visible' : 'hidden',
    }),
    location: new Proxy({}, { get: (_, name) => Reflect.get(new URL(page.url, 'https://site.example'), name) }),
    localStorage: storage,
    sessionStorage: storage,
    matchMedia: () => browserObject({ matches: has }),
    navigator: browserObject({ language: locale, languages: [locale], onLine: has }),
    innerWidth: width,
    innerHeight: width,
    devicePixelRatio: has ? 3 : 1,
    ...Object.fromEntries(NAMES.map((name) => [name, ANYTHING])),
  }
  return { ...known, window: browserObject(known) }
}

/** Without what extensions of browsers add, as for Redux. @param {Record<string, unknown>} known */
function browserObject(known) {
  const has = (/** @type {object} */ _, /** @type {string | symbol} */ name) => !String(name).startsWith('__')
  /** @type {ProxyHandler<Record<string, unknown>>['get']} */
  const get = (_, name) => (name in known ? known[String(name)] : has(known, name) ? ANYTHING : undefined)
  return new Proxy(known, { get, has })
}

/** Runs in the realm: its own `Date`, and what formats without a locale. @param {Pick<Kind, 'hoursMs' | 'locale'>} kind */
export function moveRealm({ hoursMs, locale }) {
  const Here = Date
  const now = () => Here.now() + hoursMs
  globalThis.Date = new Proxy(Here, {
    construct: (_, given) => Reflect.construct(Here, given.length > 0 ? given : [now()]),
    get: (_, name) => (name === 'now' ? now : Reflect.get(Here, name)),
  })
  /** @type {[any, string[]][]} */
  const formatting = [
    [Number.prototype, ['toLocaleString']],
    [Here.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']],
  ]
  for (const [prototype, names] of formatting)
    for (const name of names) {
      const own = prototype[name]
      prototype[name] = function format(/** @type {any} */ asked = locale, /** @type {any} */ options) {
        return own.call(this, asked, options)
      }
    }
  /** @type {any} */
  const intl = Intl
  for (const name of ['Collator', 'DateTimeFormat', 'ListFormat', 'NumberFormat', 'PluralRules', 'RelativeTimeFormat'])
    intl[name] = new Proxy(intl[name], {
      construct: (Own, [asked = locale, options]) => new Own(asked, options),
      apply: (Own, _, [asked = locale, options]) => Own(asked, options),
    })
}

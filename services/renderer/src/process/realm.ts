import 'core-js/actual/url'
import 'core-js/actual/structured-clone'
import { SHELL } from '@aangan/contracts/release-urls'
import type { PageToRender } from '@aangan/contracts/rendering'
import type { Outcome } from './orders.ts'

/**
 * Runs inside the realm that renders pages, which has the language and what is defined here, but nothing of Node.js: no
 * object of it may get in, since its constructor would lead to the process.
 */
interface Bundle {
  shared?: Record<string, unknown>
  renderShell?(boot: PageToRender['boot'], url: string, slot: string | null): string
  mount?(page: object): Promise<string>
}

/** What a remote has rendered, or thrown. */
interface Slot {
  html: string | null
  thrown?: string
}

interface Rendering {
  page: PageToRender
  slot: Slot
}

type Start = (module: { exports: Bundle }, exports: Bundle, require: (id: string) => unknown) => void

/** Ten times the longest page that we know. All processes of the site that pass it on have it in memory. */
const MOST_CHARACTERS = 4_000_000

const bundles = new Map<string, Bundle>()
let current: Rendering | undefined

// With these a bundle could wait without using processor time, which nobody would count, or run after its page.
for (const name of ['Atomics', 'SharedArrayBuffer', 'WebAssembly', 'FinalizationRegistry'])
  Reflect.deleteProperty(globalThis, name)

// Nothing is awaited while a page is rendered but what is there, so no timer ever ends.
const nothing = () => {}
Object.assign(globalThis, {
  self: globalThis,
  setTimeout: () => 0,
  clearTimeout: nothing,
  setInterval: () => 0,
  clearInterval: nothing,
  queueMicrotask: (act: () => void) => void Promise.resolve().then(act),
  console: { debug: nothing, error: nothing, info: nothing, log: nothing, warn: nothing },
  // React's streams, which are not used, prepare themselves with these.
  MessageChannel: class {
    port1 = {}
    port2 = { postMessage: nothing }
  },
  TextEncoder: class {
    encode = (text: string) => new Uint8Array(text.length)
  },
  // Of first data, whose names are in lower case.
  Headers: class {
    #values: Record<string, string>
    constructor(values: Record<string, string> = {}) {
      this.#values = values
    }
    get = (name: string) => this.#values[name.toLowerCase()] ?? null
    has = (name: string) => name.toLowerCase() in this.#values
  },
  // Nothing is ever aborted.
  AbortController: class {
    signal = { aborted: false, addEventListener: nothing, removeEventListener: nothing }
    abort = nothing
  },
  realm: {
    /** `start` is a part's bundle, as a function of a CommonJS module. */
    open(name: string, start: Start): void {
      const module = { exports: {} as Bundle }
      start(module, module.exports, shared)
      bundles.set(name, module.exports)
    },
    /** Its outcome is there once all microtasks have run, unless it awaits what never comes. */
    renderRemote(json: string): void {
      const page = JSON.parse(json) as PageToRender
      // Each page has its own, so that what another one resolves much later is not in this one.
      const rendering: Rendering = { page, slot: { html: null, thrown: 'it awaits what never comes' } }
      current = rendering
      void mountRemote(page).then((slot) => {
        rendering.slot = slot
      })
    },
    /** Returns the page's `Outcome` as JSON. */
    renderShell: () => current && JSON.stringify(renderAround(current)),
  },
})

function shared(id: string): unknown {
  const found = bundles.get(SHELL)?.shared?.[id]
  if (found === undefined) throw new Error(`A bundle for servers needs '${id}', which the shell does not share.`)
  return found
}

async function mountRemote({ boot, url, remote, first }: PageToRender): Promise<Slot> {
  const { site, session, state } = boot
  try {
    if (remote === null) return { html: null }
    return { html: inBounds(await bundles.get(remote)?.mount?.({ url, site, session, state, first })) }
  } catch (error) {
    return { html: null, thrown: textOf(error) }
  }
}

function renderAround({ page: { boot, url }, slot }: Rendering): Outcome {
  const thrown = { ...(slot.thrown !== undefined && { remote: slot.thrown }) }
  try {
    const html = bundles.get(SHELL)?.renderShell?.(boot, url, slot.html)
    return { ...(html !== undefined && { html, hasRemote: slot.html !== null }), thrown }
  } catch (error) {
    return { thrown: { ...thrown, shell: textOf(error) } }
  }
}

/** What a bundle returns may be anything. */
function inBounds(html: unknown): string | null {
  if (html === undefined || html === null) return null
  if (typeof html !== 'string') throw new Error(`its HTML is of type ${typeof html}`)
  if (html.length > MOST_CHARACTERS) throw new Error(`its HTML has ${html.length} characters`)
  return html
}

function textOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? String(thrown)) : String(thrown)
}

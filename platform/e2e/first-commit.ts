import { createRequire } from 'node:module'
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import type { Page } from 'playwright-core'

// Its types declare the document's, which this TypeScript project has not.
const require = createRequire(import.meta.url)
const { createElement } = require('react')
const { renderToStaticMarkup } = require('react-dom/server')

type Attributes = Record<string, string>

/** An element of a served page, and what React has put into the place of it. */
interface Hydrated {
  type: string
  isSvg: boolean
  props: Record<string, unknown>
  served: Attributes
}

/** Served for the value of its `<select>`, whose property React sets instead. */
const NOT_COMPARED = 'selected'

/**
 * Runs before the page's scripts. React hydrates attributes as they are, without a word; the hook, which is that of its
 * developer tools, sees each commit before passive effects.
 */
const WATCH = `(() => {
  const hydrated = (globalThis.hydrated = [])
  const served = new Map()
  document.addEventListener('readystatechange', () => {
    for (const element of served.size === 0 ? document.querySelectorAll('#root *') : [])
      served.set(element, Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])))
  })
  const isAttribute = ([name, value]) => name === 'style' || (name !== 'children' && ['string', 'number', 'boolean'].includes(typeof value))
  function look(fiber) {
    for (; fiber; fiber = fiber.sibling) {
      const { type, stateNode: element, memoizedProps: props } = fiber
      if (served.has(element) && !props.suppressHydrationWarning)
        hydrated.push({
          type,
          isSvg: element instanceof SVGElement,
          props: Object.fromEntries(Object.entries(props).filter(isAttribute)),
          served: served.get(element),
        })
      served.delete(element)
      look(fiber.child)
    }
  }
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_, { current }) => look(current),
    onPostCommitFiberRoot() {},
    onCommitFiberUnmount() {},
  }
})()`

/** Before it opens a page. */
export async function watchFirstCommits(page: Page): Promise<void> {
  await page.addInitScript(WATCH)
}

/** The attributes of served elements that the browser's first render has otherwise. */
export async function differingAttributes(page: Page): Promise<string[]> {
  const hydrated: Hydrated[] = await page.evaluate('hydrated')
  if (hydrated.length === 0) throw new Error('React has hydrated no element.')
  return hydrated.flatMap(({ served, ...element }) => {
    const rendered = attributesOf(element)
    const names = new Set([...Object.keys(served), ...Object.keys(rendered)])
    const differing = [...names].filter((name) => name !== NOT_COMPARED && served[name] !== rendered[name])
    const tag = [element.type, ...Object.keys(served).map((name) => textOf(name, served))].join(' ')
    return differing.map((name) => `<${tag}> is rendered with ${textOf(name, rendered)}`)
  })
}

/** As React writes them. */
function attributesOf({ type, isSvg, props }: Omit<Hydrated, 'served'>): Attributes {
  const html: string = renderToStaticMarkup(createElement(type, props))
  const fragment = parseFragment(isSvg ? `<svg>${html}</svg>` : html)
  const [parent] = isSvg ? (fragment.childNodes as Element[]) : [fragment]
  // After a link that preloads it.
  const element = parent?.childNodes.at(-1) as Element
  return Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]))
}

type Element = DefaultTreeAdapterMap['element']

function textOf(name: string, { [name]: value }: Attributes): string {
  return value === undefined ? `no ${name}` : `${name}="${value}"`
}

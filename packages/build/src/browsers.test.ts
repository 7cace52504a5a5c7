import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const WEB = [
  'packages/contracts',
  'packages/remote',
  'packages/design',
  'packages/product',
  'shell',
  ...inRoot('mfe-'),
].map((room) => `${room}/src`)

/** What a browser that the build targets (`BROWSERS` in defaults.js) lacks: scripts are compiled, but nothing is polyfilled. */
const MISSING: [what: string, where: string, pattern: RegExp][] = [
  ['crypto.randomUUID', 'on any address without HTTPS, except localhost', /\brandomUUID\b/],
  ['crypto.subtle', 'on any address without HTTPS, except localhost', /\bcrypto\.subtle\b/],
  ['URLSearchParams.size', 'before Chrome 113 and Safari 17', /(?:params|search|query)\.size\b/i],
  ['URL.canParse and URL.parse', 'before Chrome 126, Firefox 126 and Safari 18', /\bURL\.(?:canParse|parse)\(/],
  ['Element.checkVisibility', 'before Safari 17.4', /\bcheckVisibility\b/],
  ['toSorted, toReversed, toSpliced and with', 'before Firefox 115', /\.(?:toSorted|toReversed|toSpliced|with)\(/],
  ['AbortSignal.any', 'before Chrome 116, Firefox 124 and Safari 17.4', /\bAbortSignal\.any\(/],
  ['Promise.withResolvers and Promise.try', 'before Firefox 121 and Safari 17.4', /\bPromise\.(?:withResolvers|try)\(/],
  ['groupBy and fromAsync', 'before Chrome 121 and Safari 17.4', /\b(?:Object|Map)\.groupBy\(|\bArray\.fromAsync\(/],
  [
    'methods of iterators',
    'before Chrome 122 and Safari 18.4',
    /\bIterator\.|\.toArray\(|(?<!Object)\.(?:keys|values|entries)\(\)\.[a-z]/,
  ],
  [
    'methods of sets',
    'before Firefox 127',
    /\.(?:intersection|difference|symmetricDifference|is(?:Sub|Super)setOf|isDisjointFrom)\(/,
  ],
  ['requestIdleCallback and scheduler', 'in Safari', /\brequestIdleCallback\b|\bscheduler\.(?:yield|postTask)\(/],
  ['Intl.Segmenter', 'before Firefox 125', /\bIntl\.Segmenter\b/],
  ['view transitions', 'before Firefox 144 and Safari 18', /\bstartViewTransition\b/],
  ['popovers', 'before Chrome 114, Firefox 125 and Safari 17', /\b(?:show|hide|toggle)Popover\b|\bpopover=/],
  ['the event scrollend', 'in Safari', /['"]scrollend['"]/],
  ['HTMLDialogElement.requestClose', 'before Chrome 134, Firefox 139 and Safari 18.4', /\brequestClose\b/],
]

function inRoot(prefix: string): string[] {
  return readdirSync(ROOT).filter((name) => name.startsWith(prefix))
}

/** Without tests, which never reach visitors. */
const sources = WEB.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file))
    .map((file) => ({ file: `${room}/${file}`, text: readFileSync(join(ROOT, room, file), 'utf8') })),
)

it.each(MISSING)('does not use %s, which is missing %s', (_what, _where, pattern) => {
  expect(sources.length).toBeGreaterThan(100)
  const found = sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
  expect(found).toEqual([])
})

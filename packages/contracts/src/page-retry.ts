import { FONT_KEY, HELD, PLAIN_FORM, SERVED, WITHOUT_FONT } from './page.ts'

/** Attribute of the elements that load the shell's script and stylesheet. */
export const SHELL_FILE = 'data-shell'

/** From the registry to the gateway: the hash of its pages' inline script, `sha256-…`. Theirs may be another version. */
export const SCRIPT_HASH_HEADER = 'x-aangan-script-hash'

/** The same of its inline styles, with spaces between. */
export const STYLE_HASHES_HEADER = 'x-aangan-style-hashes'

/** Name of the global with what was pressed before scripts took that part of the page, in order and once each. */
export const HELD_PRESSES = '__aanganHeld'

/**
 * Inline in every page, since a file could be lost itself, or come too late. The CSP of the gateway names its hash.
 *
 * Shows a page in the site's own font at once where the browser has it already, or cannot keep a note that it has.
 * Loads each file of the shell again if it fails, ever later, and a stylesheet also if it hangs, because the browser
 * paints nothing before. Loads the file of an inline style that a policy forbids, as that of a gateway does which is older.
 * Holds what is pressed in HTML from the server until its scripts have hydrated it: buttons, and forms that the browser
 * cannot send itself, those with `method="post"` that are not plain. They look busy meanwhile. The others are sent without
 * their empty fields, for a clean address.
 */
export const PAGE_SCRIPT = `{
let isFirstVisit = false
try {
  isFirstVisit = localStorage.getItem('${FONT_KEY}') === null
} catch {}
if (!isFirstVisit) document.documentElement.removeAttribute('${WITHOUT_FONT}')
const again = (lost, waitMs = 500) => {
  const next = document.createElement(lost.tagName)
  for (const { name, value } of lost.attributes) if (name !== '${SHELL_FILE}') next.setAttribute(name, value)
  next[lost.src ? 'src' : 'href'] = (lost.src || lost.href).split('?')[0] + '?retry=' + (performance.timeOrigin + waitMs)
  next.onerror = () => again(next, 2 * waitMs)
  lost.remove()
  setTimeout(() => document.head.append(next), waitMs)
}
addEventListener('error', ({ target }) => target.matches?.('[${SHELL_FILE}]') && again(target), true)
setTimeout(() => {
  for (const link of document.querySelectorAll('link[${SHELL_FILE}]:not([disabled])')) if (!link.sheet) again(link)
}, 8000)
addEventListener('securitypolicyviolation', ({ target }) => {
  const link = target.matches?.('style') && target.nextSibling
  if (link?.disabled) link.disabled = false
})
const held = self.${HELD_PRESSES} = new Set()
const hold = (event, element) => {
  if (!element?.closest('[${SERVED}]')) return
  event.preventDefault()
  event.stopImmediatePropagation()
  held.add(element)
  element.setAttribute('${HELD}', '')
}
addEventListener('click', (event) => hold(event, event.target.closest?.('button[type=button]')), true)
addEventListener('submit', (event) => event.target.matches('[method=post]:not([${PLAIN_FORM}])') && hold(event, event.target), true)
addEventListener('formdata', ({ target, formData }) => {
  if (!target.matches('[${SERVED}] form:not([method=post])')) return
  const filled = [...formData].filter(([, value]) => value !== '')
  for (const name of [...formData.keys()]) formData.delete(name)
  for (const [name, value] of filled) formData.append(name, value)
})
}`

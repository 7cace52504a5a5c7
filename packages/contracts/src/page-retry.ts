/** Attribute of the elements that load the shell's script and stylesheet. */
export const SHELL_FILE = 'data-shell'

/** From the registry to the gateway: the hash of its pages' inline script, `sha256-…`. Theirs may be another version. */
export const SCRIPT_HASH_HEADER = 'x-aangan-script-hash'

/**
 * Inline in every page, since a file could be lost itself: loads each file of the shell once more if it fails, and a
 * stylesheet also if it hangs, because the browser paints nothing before.
 */
export const RETRY_SCRIPT = `{
const again = (lost) => {
  const next = document.createElement(lost.tagName)
  for (const { name, value } of lost.attributes) if (name !== '${SHELL_FILE}') next.setAttribute(name, value)
  next[lost.src ? 'src' : 'href'] += '?retry=' + performance.timeOrigin
  lost.remove()
  setTimeout(() => document.head.append(next), 500)
}
addEventListener('error', ({ target }) => target.matches?.('[${SHELL_FILE}]') && again(target), true)
setTimeout(() => {
  for (const link of document.querySelectorAll('link[${SHELL_FILE}]')) if (!link.sheet) again(link)
}, 8000)
}`

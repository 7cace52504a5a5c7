/**
 * Returns a script for `page.evaluate` that lists elements which can only come from user text: in `html` if given,
 * parsed as a browser would but not executed; otherwise in the open page.
 */
export function findMarkup(html?: string): string {
  const root = html === undefined ? 'document' : `new DOMParser().parseFromString(${JSON.stringify(html)}, 'text/html')`
  return `[...${root}.querySelectorAll('*')].filter((element) => {
    const text = element.textContent.includes('pwn')
    if (${JSON.stringify(NEVER)}.includes(element.localName)) return true
    if (element.localName === 'style' && text) return true
    if (element.localName === 'script' && text && !element.type.endsWith('json')) return true
    return [...element.attributes].some(({ name, value }) => {
      if (name.startsWith('on') || name === 'srcdoc' || name.includes('pwn')) return true
      if (name === 'style') return value.includes('pwn')
      if (!['href', 'src', 'srcset', 'action', 'formaction', 'data', 'xlink:href', 'to'].includes(name)) return false
      const address = value.replace(/[\\s\\u0000-\\u001f]/g, '')
      return value === 'x' || /^(javascript|vbscript|data:text)/i.test(address) || /^(https?:)?\\/\\/pwn/.test(address)
    })
  }).map(({ outerHTML }) => outerHTML.slice(0, 200))`
}

const NEVER = [
  'iframe',
  'object',
  'embed',
  'base',
  'portal',
  'frame',
  'frameset',
  'math',
  'marquee',
  'template',
  'keygen',
]

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

/** A script for `page.evaluate` that lists elements of the open page which can only come from user text. */
export const FIND_MARKUP = `(${findIn('document')})`

/**
 * Returns a script for `page.evaluate` that lists such elements in documents by name, parsed as a browser would but not
 * executed. Names without any are left out.
 */
export function findMarkupIn(documents: Record<string, string>): string {
  return `Object.fromEntries(Object.entries(${JSON.stringify(documents)}).map(([name, html]) => {
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    return [name, ${findIn('parsed')}]
  }).filter(([, found]) => found.length > 0))`
}

function findIn(root: string): string {
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

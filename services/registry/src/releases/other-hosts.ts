/**
 * Comments, `@namespace` (whose addresses are only names), strings, and `url()` without quotes; what is not closed runs
 * to its end, so that no text takes long.
 */
const TOKENS =
  /\/\*[\s\S]*?(?:\*\/|$)|@namespace[^;]*|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\burl\(\s*(?:[^"'\s)\\]|\\[\s\S])[^)]*/gi
/** An address of another string, such as the value of `content`, is loaded by nobody. */
const LOADED_AFTER = /(?:[(,]|@import)\s*$/i
const MOST_BEFORE = 20
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi
/** Browsers read `\` as `/`. */
const OTHER_HOST = /^\s*(?!data:)(?:[a-z][a-z0-9+.-]*:|[/\\]{2}[^/\\])/i

/** Returns the first address of another host that a stylesheet loads in `url()`, `@import` or `image-set()`; null if none. */
export function findOtherHost(css: string): string | null {
  for (const { 0: token, index } of css.matchAll(TOKENS)) {
    const isString = /^["']/.test(token)
    if (isString ? !LOADED_AFTER.test(css.slice(Math.max(0, index - MOST_BEFORE), index)) : !/^u/i.test(token)) continue
    const address = unescaped(isString ? token.replaceAll(/^["']|["']$/g, '') : token.replace(/^url\(\s*/i, ''))
    if (OTHER_HOST.test(address)) return address.trim()
  }
  return null
}

function unescaped(text: string): string {
  return text.replaceAll(ESCAPE, (_all, hex?: string, char = '') => (hex ? charOf(Number.parseInt(hex, 16)) : char))
}

function charOf(code: number): string {
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
}

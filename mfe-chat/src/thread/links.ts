import { parseUrl } from '@aangan/contracts/parse-url'

export interface TextPart {
  text: string
  href?: string
}

/** Excludes bidirectional control characters, which can disguise a URL. */
const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"'`\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gi
const TRAILING = '.,;:!?)]}*_'

export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutTrailing(found)
    const href = hrefOf(address)
    if (href === null) continue
    parts.push({ text: text.slice(end, index) }, { text: address, href })
    end = index + address.length
  }
  parts.push({ text: text.slice(end) })
  return parts.filter((part) => part.text !== '')
}

/** Strips punctuation after the URL, except a closing parenthesis that was opened within it. */
function withoutTrailing(found: string): string {
  let end = found.length
  while (TRAILING.includes(found[end - 1] ?? ' ')) end -= 1
  const isClosing = found[end] === ')' && found.slice(0, end).includes('(')
  return found.slice(0, isClosing ? end + 1 : end)
}

/** Null for invalid URLs, and for deceptive ones with a user name: `https://bank.com@elsewhere.com`. */
function hrefOf(address: string): string | null {
  const absolute = /^www\./i.test(address) ? `https://${address}` : address
  const url = parseUrl(absolute)
  if (!url) return null
  const { protocol, hostname, username, password, href } = url
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && hostname.includes('.') && username === '' && password === '' ? href : null
}

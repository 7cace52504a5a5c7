import { parseUrl } from './parse-url.ts'
import { isPlainHost, writtenHost } from './web-hosts.ts'

export interface TextPart {
  /** Of a link: what is opened, if its host could be mistaken for another. */
  text: string
  href?: string
}

/** Splits running text of any script at its web addresses. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: start, index } of text.matchAll(START)) {
    const link = index < end ? null : linkAt(text, index, start)
    if (!link) continue
    parts.push({ text: text.slice(end, index) }, { text: link.shown, href: link.href })
    end = link.end
  }
  parts.push({ text: text.slice(end) })
  return parts.filter((part) => part.text !== '')
}

const START = /https?:\/\/|www\./gi
/** Within a word, or in another address. WhatsApp's signs of styles may precede a link. */
const INSIDE = { scheme: /[a-z\d]/i, www: /[a-z\d.@/\\-]/i }

const PORT = /^:\d{1,5}(?!\d)/
/** `https://bank.com@elsewhere.com` opens elsewhere.com. */
const USER = /^[^\s/?#]*@/

interface Link {
  href: string
  shown: string
  end: number
}

function linkAt(text: string, index: number, start: string): Link | null {
  const isWww = start.toLowerCase() === 'www.'
  const before = text[index - 1] ?? ''
  if (INSIDE[isWww ? 'www' : 'scheme'].test(before)) return null
  const hostAt = isWww ? index : index + start.length
  const host = writtenHost(text.slice(hostAt))
  const rest = text.slice(hostAt + host.length)
  if (USER.test(rest)) return null
  const port = PORT.exec(rest)?.[0] ?? ''
  const after = port + pathOf(rest.slice(port.length), before)
  const scheme = text.slice(index, hostAt)
  const url = parseUrl((scheme || 'https://') + host + after)
  if (!url?.hostname.includes('.')) return null
  const shown = scheme + (isPlainHost(host, url.hostname) ? host : url.hostname) + after
  return { href: url.href, shown, end: hostAt + host.length + after.length }
}

/** Another address in a list; but `?url=https://…` is part of one. */
const NEXT = /(?<![,;|])[,;|]+(?=https?:\/\/|www\.)/i

/** Returns path, query and fragment, up to what no address has without encoding, or to an unmatched bracket. */
function pathOf(rest: string, before: string): string {
  if (!/^[/?#]/.test(rest)) return ''
  let open = 0
  let end = 0
  for (const sign of rest) {
    if (/\p{Ps}/u.test(sign)) open += 1
    else if (/\p{Pe}/u.test(sign)) open -= 1
    else if (OUTSIDE.test(sign)) break
    if (open < 0) break
    end += sign.length
  }
  const [path = ''] = rest.slice(0, end).split(NEXT, 1)
  return withoutTrailing(path, before)
}

/** Includes invisible characters, which can disguise an address; joiners shape letters. */
const OUTSIDE = /[\s<>"'`…]|(?![\u200c\u200d])[\p{Cc}\p{Cf}]|(?!\p{ASCII})[\p{Terminal_Punctuation}\p{Quotation_Mark}]/u

/** Punctuation and emoji after an address. A closing bracket here has its opening one in the address. */
function withoutTrailing(path: string, before: string): string {
  const signs = Array.from(path)
  const isWrapper = (sign: string) => '_~'.includes(sign) && sign === before
  while (signs.length > 0 && (TRAILING.test(signs.at(-1) ?? '') || isWrapper(signs.at(-1) ?? ''))) signs.pop()
  return signs.join('')
}

const TRAILING = /[.,;:!?*]|\p{Ps}|(?!\p{ASCII}|\p{Pe})[\p{P}\p{So}\p{Sk}\p{Cf}\p{Variation_Selector}]/u

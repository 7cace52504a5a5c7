import { LISTING_LIMITS as LIMITS } from '@aangan/contracts/post-constants'
import { textLengthOf } from '@aangan/contracts/text/html-text'
import { isRichText } from '@aangan/contracts/text/rich-text'
import { refuse } from '@aangan/service-kit/query'
import { text } from './checks.ts'
import { cleanHtml } from './html.ts'

const ALLOWED = `HTML of at most ${LIMITS.desc} characters of text, and at most ${LIMITS.descHtml} with its tags`
const HTML = { min: 0, max: LIMITS.descHtml }

/** Sanitises HTML. Its text is limited as people see it, and what is stored with its tags. Throws BAD_REQUEST. */
export function description(given: unknown): string {
  if (typeof given === 'string' && given.length > LIMITS.descHtml) refuse('desc', given, ALLOWED)
  const written = text('desc', given, HTML)
  const html = cleanHtml(written)
  // Counting takes time, and an import has a million of them.
  const isLong = html.length > LIMITS.desc && textLengthOf(html) > LIMITS.desc
  if (isLong || html.length > LIMITS.descHtml) refuse('desc', given, ALLOWED)
  // Sanitising decodes `&#x202e;`.
  return html === written ? html : text('desc', html, HTML)
}

/** Other releases than this one have stored other forms. */
export function readDescription(stored: string): string {
  return isRichText(stored) ? stored : cleanHtml(stored)
}

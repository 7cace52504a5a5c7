import { LISTING_LIMITS as LIMITS } from '@aangan/contracts/post-constants'
import { textLengthOf } from '@aangan/contracts/text/html-text'
import { refuse } from '@aangan/service-kit/query'
import { text } from './checks.ts'
import { cleanHtml } from './html.ts'

const ALLOWED = `HTML of at most ${LIMITS.desc} characters of text, and at most ${LIMITS.descHtml} with its tags`
const HTML = { min: 0, max: LIMITS.descHtml }

/** Sanitises HTML. Its text is limited as people see it, and what is stored with its tags. Throws BAD_REQUEST. */
export function description(given: unknown): string {
  if (typeof given === 'string' && given.length > LIMITS.descHtml) refuse('desc', given, ALLOWED)
  // Twice: sanitising decodes `&#x202e;`.
  const html = cleanHtml(text('desc', given, HTML))
  if (html.length > LIMITS.descHtml || textLengthOf(html) > LIMITS.desc) refuse('desc', given, ALLOWED)
  return text('desc', html, HTML)
}

import { RICH_TEXT } from '@aangan/contracts/post-constants'
import sanitize from 'sanitize-html'

/** Plain paragraphs, as imports write them, need no sanitizing: parsing takes longer than the rest of a listing. */
const PARAGRAPHS = /^(<p>[^<>&]*<\/p>)*$/

export function cleanHtml(html: string): string {
  if (PARAGRAPHS.test(html)) return html
  return sanitize(html, {
    allowedTags: [...RICH_TEXT.tags],
    allowedAttributes: { a: [...RICH_TEXT.attributes.a] },
    allowedSchemes: [...RICH_TEXT.schemes],
    allowProtocolRelative: false,
    nestingLimit: 20,
    transformTags: { a: sanitize.simpleTransform('a', { rel: 'nofollow noopener noreferrer ugc' }, true) },
  })
}

import { RICH_TEXT } from '@aangan/contracts/post-constants'
import sanitize from 'sanitize-html'

/** Plain paragraphs, as an import writes them, are clean: to parse them takes longer than all else of a listing. */
const PARAGRAPHS = /^(<p>[^<>&]*<\/p>)*$/

/** Cuts HTML down to the allow-list of contracts; links give no site our recommendation and no window our page. */
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

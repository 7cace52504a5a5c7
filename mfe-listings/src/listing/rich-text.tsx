import { RICH_TEXT } from '@aangan/contracts/posts'
import createPurifier, { type Config } from 'dompurify'
import { useMemo } from 'react'
import * as s from './rich-text.module.css'

const purifier = createPurifier(window)

const ALLOWED: Config = {
  ALLOWED_TAGS: [...RICH_TEXT.tags],
  ALLOWED_ATTR: [...RICH_TEXT.attributes.a],
  ALLOWED_URI_REGEXP: new RegExp(`^(?:${RICH_TEXT.schemes.join('|')}):`, 'i'),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/** The owner's own words. The server has cut them down already; what is shown here does not rely on it. */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => purifier.sanitize(html, ALLOWED), [html])
  if (clean.trim() === '') return null
  return (
    <section aria-labelledby="description-title">
      <h2 className={s.title} id="description-title">
        Description
      </h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in the line above */}
      <div className={s.text} dangerouslySetInnerHTML={{ __html: clean }} />
    </section>
  )
}

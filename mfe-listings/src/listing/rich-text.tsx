import { RICH_TEXT } from '@aangan/contracts/post-constants'
import { classNames } from '@aangan/design/class-names'
import purifier, { type Config } from 'dompurify'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useMemo, useRef, useState } from 'react'
import * as s from './rich-text.module.css'
import { useIsLong } from './use-is-long.ts'

const ALLOWED: Config = {
  ALLOWED_TAGS: [...RICH_TEXT.tags],
  ALLOWED_ATTR: [...RICH_TEXT.attributes.a],
  ALLOWED_URI_REGEXP: new RegExp(`^(?:${RICH_TEXT.schemes.join('|')}):`, 'i'),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/** Pixels; keep in sync with `.folded`. */
const FOLDED_PX = 288

/** Sanitizes again: do not rely on the server's sanitizing. */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => cleanHtml(html), [html])
  if (clean.trim() === '') return null
  return (
    <section aria-labelledby="description-title">
      <h2 className={s.title} id="description-title">
        Description
      </h2>
      <Foldable html={clean} />
    </section>
  )
}

/** DOMPurify needs a document. Server rendering relies on the posts service, which has sanitized the text. */
function cleanHtml(html: string): string {
  return purifier.isSupported ? purifier.sanitize(html, ALLOWED) : html
}

function Foldable({ html }: { html: string }) {
  const id = useId()
  const text = useRef<HTMLDivElement>(null)
  const isLong = useIsLong(text, FOLDED_PX)
  const [open, setOpen] = useState(false)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only follows the focus of the links in it */}
      <div
        ref={text}
        id={id}
        dir="auto"
        className={classNames(s.text, isLong && !open && s.folded)}
        // Expand when a link in the hidden part gets the focus.
        onFocus={() => setOpen(true)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the caller
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {isLong && (
        <button
          type="button"
          className={s.more}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen((now) => !now)}
        >
          {open ? 'Read less' : 'Read more'}
          <ChevronDown size={18} className={open ? s.up : undefined} />
        </button>
      )}
    </>
  )
}

import { classNames } from '@aangan/web-kit/ui/class-names'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useMemo, useRef, useState } from 'react'
import { cleanHtml, textOf } from './clean-html.ts'
import * as s from './rich-text.module.css'
import { useIsLong } from './use-is-long.ts'

/** As high as a folded text is, in pixels: `.folded` says the same. */
const FOLDED_PX = 288

/** The owner's own words. The server has cut them down already; what does not look like that is shown as plain text. */
export function RichText({ html }: { html: string }) {
  if (textOf(html).trim() === '') return null
  return (
    <section aria-labelledby="description-title">
      <h2 className={s.title} id="description-title">
        Description
      </h2>
      <Foldable html={html} />
    </section>
  )
}

function Foldable({ html }: { html: string }) {
  const id = useId()
  const text = useRef<HTMLDivElement>(null)
  const isLong = useIsLong(text, FOLDED_PX)
  const [open, setOpen] = useState(false)
  const content = useMemo(() => contentOf(html), [html])
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only follows the focus of the links in it */}
      <div
        ref={text}
        id={id}
        className={classNames(s.text, isLong && !open && s.folded)}
        // A link in the hidden part that gets the focus must be seen.
        onFocus={() => setOpen(true)}
        {...content}
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

function contentOf(html: string) {
  const clean = cleanHtml(html)
  return clean === null ? { children: textOf(html) } : { dangerouslySetInnerHTML: { __html: clean } }
}

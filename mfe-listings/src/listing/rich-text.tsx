import { textIn } from '@aangan/contracts/text/html-text'
import { isRichText } from '@aangan/contracts/text/rich-text'
import { classNames } from '@aangan/design/class-names'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useMemo, useRef, useState } from 'react'
import * as s from './rich-text.module.css'
import { useIsLong } from './use-is-long.ts'

/** Pixels; keep in sync with `.unmeasured` and `.folded`. */
const MOST_PX = 384

/** Does not rely on the server: text that may be anything but the form that it stores is shown without its tags. */
export function RichText({ html }: { html: string }) {
  if (textIn(html).trim() === '') return null
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
  const isLong = useIsLong(text, MOST_PX)
  const [open, setOpen] = useState(false)
  const content = useMemo(() => contentOf(html), [html])
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only follows the focus of the links in it */}
      <div
        ref={text}
        id={id}
        dir="auto"
        className={classNames(s.text, isLong === undefined && s.unmeasured, isLong && !open && s.folded)}
        // Expand when a link in the hidden part gets the focus.
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
  return isRichText(html) ? { dangerouslySetInnerHTML: { __html: html } } : { children: textIn(html) }
}

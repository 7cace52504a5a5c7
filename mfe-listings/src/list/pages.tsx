import { LinkButton } from '@aangan/web-kit/ui/button'
import ArrowRight from 'lucide-react/icons/arrow-right'
import type { MouseEvent } from 'react'
import { searchWith } from './filters.ts'
import * as s from './pages.module.css'

interface PagesProps {
  search: string
  /** What `after` is for the next page; null on the last one. */
  next: string | null
}

/** Each page has its own address, so it can be shared, and the browser's back is the way to the one before. */
export function Pages({ search, next }: PagesProps) {
  const isFirst = !new URLSearchParams(search).get('after')
  if (isFirst && next === null) return null
  return (
    <nav className={s.pages} aria-label="Pages">
      {!isFirst && (
        <LinkButton to={`/list${searchWith(search, 'after', null)}`} variant="quiet" onClick={toTop}>
          First page
        </LinkButton>
      )}
      {next !== null && (
        <LinkButton to={`/list${searchWith(search, 'after', next)}`} variant="quiet" onClick={toTop}>
          Next page <ArrowRight size={18} />
        </LinkButton>
      )}
    </nav>
  )
}

/** A page of the same list begins at its top; one opened in another tab leaves this one as it is. */
function toTop(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  window.scrollTo(0, 0)
}

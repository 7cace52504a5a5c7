import { LinkButton } from '@aangan/design/button'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { PostsPage } from '../shared/posts-page.ts'
import { searchWith } from './filters.ts'
import { type ListRoot, pageTurned, selectCameFrom } from './list-slice.ts'
import * as s from './pages.module.css'

interface PagesProps {
  search: string
  /** The current one. */
  page: PostsPage
}

/** Every page has its own URL. "Previous page" is available only to visitors who came from it; "First page" always is. */
export function Pages({ search, page: { posts, next } }: PagesProps) {
  const dispatch = useDispatch()
  const previous = useSelector((root: ListRoot) => selectCameFrom(root, search))
  const isFirst = !new URLSearchParams(search).get('after')
  if (isFirst && next === null) return null
  const first = searchWith(search, 'after', null)
  const following = searchWith(search, 'after', next)
  return (
    <nav className={s.pages} aria-label="Pages">
      {!isFirst && previous !== first && <PageLink search={first}>First page</PageLink>}
      {previous !== undefined && (
        <PageLink search={previous}>
          <ArrowLeft size={18} /> Previous page
        </PageLink>
      )}
      {next !== null && (
        <PageLink
          search={following}
          onFollow={() => dispatch(pageTurned({ from: search, to: following, homes: posts.length }))}
        >
          Next page <ArrowRight size={18} />
        </PageLink>
      )}
    </nav>
  )
}

interface PageLinkProps {
  search: string
  onFollow?: () => void
  children: ReactNode
}

function PageLink({ search, onFollow, children }: PageLinkProps) {
  return (
    <LinkButton to={`/list${search}`} variant="quiet" onClick={onFollow}>
      {children}
    </LinkButton>
  )
}

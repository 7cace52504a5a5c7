import { isId } from '@aangan/contracts/ids'
import type { PostWithDetail } from '@aangan/contracts/posts'
import { siteSettings } from '@aangan/web-kit/site'
import { ErrorState } from '@aangan/web-kit/ui/error-state'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { usePostQuery } from '../api.ts'
import { ContactCard } from './contact-card.tsx'
import { Gallery } from './gallery.tsx'
import { Head } from './head.tsx'
import * as s from './listing.module.css'
import { Loading } from './loading.tsx'
import { NotFound } from './not-found.tsx'
import { RichText } from './rich-text.tsx'
import { RowBlock } from './row-block.tsx'
import { generalRows, nearbyRows, sizeRows } from './rows.ts'

/** `/{id}` */
export function Listing() {
  const { id = '' } = useParams()
  const { currentData: post, error, isFetching, refetch } = usePostQuery(id, { skip: !isId(id) })
  if (post) return <Found key={post.id} post={post} />
  if (!isId(id) || (error && 'status' in error && error.status === 404)) return <NotFound />
  if (!error) return <Loading />
  return (
    <div className={s.page}>
      <ErrorState title="Error loading this home!" message={error.message} onRetry={refetch} retrying={isFetching} />
    </div>
  )
}

function Found({ post }: { post: PostWithDetail }) {
  useTitle(post.title)
  return (
    <article className={s.page}>
      <Gallery post={post} />
      <div className={s.columns}>
        <div className={s.main}>
          <Head post={post} />
          <RichText html={post.postDetail.desc} />
          <RowBlock title="General" rows={generalRows(post.postDetail)} />
          <RowBlock title="Sizes" rows={sizeRows(post)} />
          <RowBlock title="Nearby Places" rows={nearbyRows(post.postDetail)} />
        </div>
        <ContactCard post={post} />
      </div>
    </article>
  )
}

/** The manifest's title is the same for every listing: once it is known, its own stands in the tab and the history. */
function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${siteSettings().name}`
  }, [title])
}

import { isId } from '@aangan/contracts/ids'
import type { NoticeState } from '@aangan/contracts/notice'
import type { PostWithDetail } from '@aangan/contracts/posts'
import { listingTitle } from '@aangan/contracts/titles'
import { ArrivalNotice } from '@aangan/design/arrival-notice'
import { classNames } from '@aangan/design/class-names'
import { useToast } from '@aangan/design/toast'
import { useRemote, useSession } from '@aangan/remote/context'
import { useFormat } from '@aangan/remote/format'
import { Offer } from '@aangan/remote/offer'
import { personalStorage } from '@aangan/remote/personal-storage'
import { useTitle } from '@aangan/remote/title'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { usePostQuery } from '../shared/api.ts'
import { LoadFailed } from '../shared/load-failed.tsx'
import { NotFound } from '../shared/not-found.tsx'
import { useSaveFailure } from '../shared/save-failure.tsx'
import { ContactCard } from './contact-card.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { Gone } from './gone.tsx'
import { Head } from './head.tsx'
import * as s from './listing.module.css'
import { Loading } from './loading.tsx'
import { LoanBlock } from './loan/loan-block.tsx'
import { LocationBlock } from './location-block.tsx'
import { MoreHomes } from './more/more-homes.tsx'
import { OwnerCard } from './owner/owner-card.tsx'
import { ReportButton } from './report/report-button.tsx'
import { RichText } from './rich-text.tsx'
import { RowBlock } from './row-block.tsx'
import { ROW_GROUPS, rowsOf } from './rows.ts'
import { forgetSeen } from './seen.ts'
import { useMessageBox } from './use-message-box.tsx'
import { type Opened, useOpened } from './use-opened.ts'
import { useView } from './use-view.ts'

const DELETED: NoticeState = { notice: 'Your listing is deleted.' }

export function Listing() {
  const { id = '' } = useParams()
  const [deleted, setDeleted] = useState<string | null>(null)
  const opened = useRef<Opened>(null)
  const isShown = isId(id) && deleted !== id
  const { currentData: post, error, isFetching, refetch } = usePostQuery(id, { skip: !isShown })
  useAfterDeletion(deleted)
  if (deleted === id) return <Loading />
  // Check errors first: cached data may be of a removed listing.
  if (error && 'code' in error && error.code === 'GONE') return <Gone key={id} id={id} />
  if (!isId(id) || (error && 'status' in error && error.status === 404)) return <NotFound key={id} />
  if (post) return <Found key={post.id} post={post} opened={opened} onDeleted={() => setDeleted(post.id)} />
  if (!error) return <Loading />
  return (
    <div className={s.page}>
      <LoadFailed message={error.message} retrying={isFetching} onRetry={refetch} />
    </div>
  )
}

/**
 * Announces the deletion and leaves the page. Call it after the listing's query hook, so that its unsubscribe runs first
 * and the announcement triggers no refetch.
 */
function useAfterDeletion(deleted: string | null): void {
  const { changes, navigate } = useRemote()
  const { user } = useSession()
  useEffect(() => {
    if (deleted === null) return
    changes.announce({ type: 'post.removed', id: deleted })
    forgetSeen(personalStorage(user?.id), deleted)
    // The answer may come after the owner has gone elsewhere.
    if (window.location.pathname.endsWith(`/${deleted}`))
      navigate('/profile?tab=mine', { replace: true, state: DELETED })
  }, [deleted, changes, navigate, user?.id])
}

interface FoundProps {
  post: PostWithDetail
  opened: RefObject<Opened>
  onDeleted: () => void
}

function Found({ post, opened, onDeleted }: FoundProps) {
  const format = useFormat()
  const userId = useSession().user?.id
  const isOwn = userId === post.userId
  useView(post.id, isOwn)
  useOpened(post, opened)
  useTitle(listingTitle(post, format))
  const [toast, say] = useToast(useSaveFailure())
  const [messageButton, messageBox] = useMessageBox(post, say)
  return (
    <article className={classNames(s.page, isOwn && s.own)}>
      <ArrivalNotice className={s.notice} />
      <Gallery post={post} />
      <div className={s.columns}>
        {isOwn && <OwnerCard post={post} onDeleted={onDeleted} say={say} />}
        <div className={s.main}>
          <Head post={post} say={say} />
          <RichText html={post.postDetail.desc} />
          {ROW_GROUPS.map((group) => (
            <RowBlock key={group} title={group} rows={rowsOf(group, post, format)} />
          ))}
          <LocationBlock post={post} />
          <div className={s.afterOwner}>
            {post.type === 'buy' && <LoanBlock post={post} />}
            {!isOwn && <ReportButton id={post.id} say={say} />}
          </div>
          <Offer slot="listing.more" props={{ listingId: post.id }} className={s.more} />
        </div>
        {!isOwn && <ContactCard post={post} messageButton={messageButton} />}
      </div>
      <MoreHomes post={post} />
      {messageBox}
      {toast}
    </article>
  )
}

import { isId } from '@aangan/contracts/ids'
import type { NoticeState } from '@aangan/contracts/notice'
import type { PostWithDetail } from '@aangan/contracts/posts'
import { useSession } from '@aangan/remote/context'
import { personalStorage } from '@aangan/remote/personal-storage'
import { useNavigateFromHere } from '@aangan/remote/use-navigate-from-here'
import { useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { api, usePostQuery } from '../shared/api.ts'
import { LoadFailed } from '../shared/load-failed.tsx'
import { NotFound } from '../shared/not-found.tsx'
import { useAppDispatch } from '../shared/use-app-dispatch.ts'
import * as s from './add.module.css'
import { useChangePostMutation } from './api.ts'
import { type DraftEntry, type Entered, editDraftKey, forgetDraft, rebase } from './draft.ts'
import { PostForm } from './post-form.tsx'
import { bodyOf } from './read-post.ts'
import { changeOf, enteredOf } from './stored.ts'

const SAVED: NoticeState = { notice: 'Your changes are saved.' }

/** `/edit/{id}`: for everybody but the owner this page does not exist. */
export function Edit() {
  const { id = '' } = useParams()
  const { user } = useSession()
  const { currentData: post, error, isFetching, refetch } = usePostQuery(id, { skip: !isId(id) || !user })
  const isNowhere = !isId(id) || (error && 'status' in error && error.status === 404)
  if (isNowhere || (user && post && post.userId !== user.id)) return <NotFound key={id} />
  if (user && post) return <Found key={`${user.id} ${id}`} userId={user.id} post={post} />
  if (!error) return <div className={s.page} aria-busy="true" />
  return (
    <div className={s.page}>
      <LoadFailed message={error.message} retrying={isFetching} onRetry={refetch} />
    </div>
  )
}

interface Form {
  round: number
  draft: DraftEntry
  /** After a reload: what was entered before it. */
  start?: Entered
}

interface FoundProps {
  userId: string
  post: PostWithDetail
}

function Found({ userId, post }: FoundProps) {
  const dispatch = useAppDispatch()
  const navigate = useNavigateFromHere()
  const title = useRef<HTMLHeadingElement>(null)
  const [save, sending] = useChangePostMutation()
  const [{ round, draft, start }, setForm] = useState<Form>(() => ({ round: 0, draft: draftOf(userId, post) }))
  const load = () => dispatch(api.endpoints.post.initiate(post.id, { forceRefetch: true, subscribe: false }))

  function startAgain() {
    sending.reset()
    setForm({ round: round + 1, draft: draftOf(userId, post) })
  }

  async function reload(entered: Entered): Promise<boolean> {
    const { data, isError } = await load()
    if (!data || isError) return false
    const next = draftOf(userId, data)
    sending.reset()
    setForm({ round: round + 1, draft: next, start: rebase(entered, draft.base, next.base) })
    title.current?.focus()
    return true
  }

  function discard() {
    forgetDraft(draft)
    startAgain()
    title.current?.focus()
  }

  return (
    <div className={s.page}>
      <header className={s.head}>
        <h1 ref={title} className={s.title} tabIndex={-1}>
          Edit Post
        </h1>
        <p className={s.lead}>You can leave at any time. Your changes are kept in this browser until you save them.</p>
      </header>
      <PostForm
        key={round}
        draft={draft}
        start={start}
        id={post.id}
        sending={sending}
        onDiscard={discard}
        onReturn={startAgain}
        onReload={reload}
        onSend={async (body, { rev }) => {
          const { data } = await save({ id: post.id, change: changeOf(bodyOf(draft.base), body, rev) })
          if (!data) return
          forgetDraft(draft)
          // Refetch, so that the listing page shows the change at once.
          await load()
          navigate(`/${post.id}`, { state: SAVED })
        }}
      />
    </div>
  )
}

function draftOf(userId: string, post: PostWithDetail): DraftEntry {
  return { storage: personalStorage(userId), key: editDraftKey(userId, post.id), base: enteredOf(post) }
}

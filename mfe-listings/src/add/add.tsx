import type { NoticeState } from '@aangan/contracts/notice'
import { useSession } from '@aangan/remote/context'
import { personalStorage } from '@aangan/remote/personal-storage'
import { useNavigateFromHere } from '@aangan/remote/use-navigate-from-here'
import { nanoid } from '@reduxjs/toolkit'
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import * as s from './add.module.css'
import { usePublishMutation } from './api.ts'
import { type Attempt, tabIdOf, takeClientId } from './client-id.ts'
import { forgetDraft, NOTHING, newDraftKey } from './draft.ts'
import { PostForm } from './post-form.tsx'

const PUBLISHED: NoticeState = { notice: 'Your listing is published: everyone can find it now.' }

export function Add() {
  const { user } = useSession()
  const [round, startAgain] = useReducer((rounds: number) => rounds + 1, 0)
  return (
    <div className={s.page}>
      <header className={s.head}>
        <h1 className={s.title}>Add New Post</h1>
        <p className={s.lead}>What you enter is kept in this browser until you publish it.</p>
      </header>
      {user ? <NewPost key={`${user.id} ${round}`} userId={user.id} onReturn={startAgain} /> : <div aria-busy="true" />}
    </div>
  )
}

function NewPost({ userId, onReturn }: { userId: string; onReturn: () => void }) {
  const navigate = useNavigateFromHere()
  const [draft] = useState(() => ({ storage: personalStorage(userId), key: newDraftKey(userId), base: NOTHING }))
  // Shared with a form that was left: a listing that it is sending must not be sent again.
  const [publish, sending] = usePublishMutation({ fixedCacheKey: draft.key })
  const attempt = useRef<Attempt>(null)
  const { data } = sending
  const atFirst = useRef(sending)

  // What an earlier form sent is answered: this is another listing.
  useLayoutEffect(() => {
    const { isLoading, reset } = atFirst.current
    if (!isLoading) reset()
  }, [])
  useEffect(() => {
    if (data && data !== atFirst.current.data) navigate(`/${data.id}`, { state: PUBLISHED })
  }, [data, navigate])

  return (
    <PostForm
      draft={draft}
      sending={sending}
      onSend={async (body) => {
        attempt.current = takeClientId(draft, { clientId: nanoid(), tabId: tabIdOf(nanoid()), body }, attempt.current)
        const { data } = await publish({ ...body, clientId: attempt.current.clientId })
        if (data) forgetDraft(draft)
      }}
      onReturn={onReturn}
    />
  )
}

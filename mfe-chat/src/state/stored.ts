import { UNREACHABLE } from '@aangan/remote/api'
import type { RemoteContext } from '@aangan/remote/context'
import { markUnsent, personalKey, personalStorage } from '@aangan/remote/personal-storage'
import type { Store } from '@reduxjs/toolkit'
import {
  dropped,
  NOTHING,
  restored,
  type Unsent,
  type Writing,
  type WritingState,
  waitsForSite,
} from './writing-slice.ts'

const KEY = 'chat-writing'

type WritingStore = Pick<Store<{ writing: WritingState }>, 'dispatch' | 'getState' | 'subscribe'>

/**
 * Persists drafts and unsent messages of one user, also while the session has ended and nobody is signed in. Writes only
 * changed chats, so that tabs do not overwrite each other.
 */
export function keepWriting(store: WritingStore, { session }: Pick<RemoteContext, 'session'>): () => void {
  let userId: string | undefined
  let kept: WritingState = {}
  let isConnected = true

  const subscription = session.changes$.subscribe(({ status, user }) => {
    if (status === 'unknown' || (user && user.id === userId)) return
    userId = user?.id
    if (userId) store.dispatch(restored({ ...interrupted(readStored(userId)), ...store.getState().writing }))
    kept = store.getState().writing
    if (userId) mark(userId, kept)
  })

  function keep() {
    const { writing } = store.getState()
    // Not what a change of user clears.
    if (writing === kept || userId === undefined || session.current.user?.id !== userId) return
    const chats = readStored(userId)
    for (const [chatId, now] of Object.entries(writing)) {
      if (now !== kept[chatId]) chats[chatId] = withOthers(now, kept[chatId], chats[chatId])
    }
    kept = writing
    const used = Object.entries(chats).filter(([, { draft, unsent }]) => draft !== '' || unsent.length > 0)
    write(userId, Object.fromEntries(used))
    mark(userId, chats)
  }

  const unsubscribe = store.subscribe(() => {
    keep()
    if (!isConnected) stopIfIdle()
  })
  // A message may be answered after its chat was closed: stored as being sent, it would seem to have failed later.
  function stopIfIdle() {
    if (!isSending(store.getState().writing)) unsubscribe()
  }
  return () => {
    isConnected = false
    subscription.unsubscribe()
    stopIfIdle()
  }
}

/**
 * Another tab has sent or deleted a message: this one must not send it any more. For as long as the page, since the store
 * has it also where no chat is shown.
 */
export function dropWhatOthersDrop({ dispatch }: Pick<WritingStore, 'dispatch'>, { session }: RemoteContext): void {
  globalThis.window?.addEventListener('storage', ({ key, oldValue, newValue }) => {
    const { user } = session.current
    if (user === undefined || key !== personalKey(KEY, user.id)) return
    const left = parsed(newValue)
    for (const [chatId, { unsent }] of Object.entries(parsed(oldValue))) {
      const still = new Set(left[chatId]?.unsent.map(({ clientId }) => clientId))
      for (const { clientId } of unsent) if (!still.has(clientId)) dispatch(dropped({ chatId, clientId }))
    }
  })
}

/** What this tab has changed in a chat, with what only other tabs have there. */
function withOthers(now: Writing, before: Writing = NOTHING, stored: Writing = NOTHING): Writing {
  const own = new Set([...before.unsent, ...now.unsent].map(({ clientId }) => clientId))
  return {
    draft: now.draft === before.draft ? stored.draft : now.draft,
    unsent: [...stored.unsent.filter(({ clientId }) => !own.has(clientId)), ...now.unsent],
  }
}

function isSending(writing: WritingState): boolean {
  return someUnsent(writing, ({ status }) => status !== 'failed')
}

function someUnsent(writing: WritingState, matches: (message: Unsent) => boolean): boolean {
  return Object.values(writing).some(({ unsent }) => unsent.some(matches))
}

function mark(userId: string, writing: WritingState): void {
  const isWaiting = someUnsent(writing, (message) => message.status !== 'failed' || waitsForSite(message))
  orNull(() => markUnsent(userId, isWaiting))
}

/** What was refused is left to the user, and what may be outdated; the rest is sent again, though it may have arrived. */
function interrupted(chats: WritingState): WritingState {
  function stop({ error: before, ...message }: Unsent): Unsent {
    const error = message.status === 'failed' ? before : UNREACHABLE
    const isDue = waitsForSite({ ...message, status: 'failed', error })
    return { ...message, status: 'failed', ...(isDue && { error: UNREACHABLE }) }
  }
  const stopped = Object.entries(chats).map(([id, { draft, unsent }]): [string, Writing] => [
    id,
    { draft, unsent: unsent.map(stop) },
  ])
  return Object.fromEntries(stopped)
}

function readStored(userId: string): WritingState {
  return parsed(orNull(() => personalStorage(userId)?.getItem(KEY)) ?? null)
}

function parsed(text: string | null): WritingState {
  return orNull(() => JSON.parse(text ?? '{}') as WritingState) ?? {}
}

function write(userId: string, chats: WritingState): void {
  orNull(() => personalStorage(userId)?.setItem(KEY, JSON.stringify(chats)))
}

/** Null if storage is full, or the stored value is invalid. */
function orNull<T>(use: () => T): T | null {
  try {
    return use()
  } catch {
    return null
  }
}

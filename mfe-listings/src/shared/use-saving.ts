import { useRemote, useSession } from '@aangan/remote/context'
import { useState } from 'react'
import { useSelector } from 'react-redux'
import { useSavedIdsQuery } from './api.ts'
import { homeWanted, type SavedRoot, selectSaved } from './saved-slice.ts'
import { wishSaved } from './saving-api.ts'
import { useAppDispatch } from './use-app-dispatch.ts'

/** What somebody who is signed in has saved: once for a list, since each query costs its time. */
export function useSavedIds(): void {
  const { status } = useSession()
  useSavedIdsQuery(undefined, { skip: status !== 'user' })
}

/**
 * Optimistic saving: visitors are then asked to sign in, after which `connect` saves it, and a failed request reverts.
 * `isSaved` is the server's value, which lists do not have: they need `useSavedIds`. Pages show failures with
 * `useSaveFailure`.
 */
export function useSaving(postId: string, isSaved?: boolean): { saved: boolean; toggle: () => void } {
  const { report, session } = useRemote()
  const { status } = useSession()
  const dispatch = useAppDispatch()
  const known = useSelector((root: SavedRoot) => selectSaved(root, postId))
  const [flipped, setFlipped] = useState(false)
  const saved = (known ?? isSaved ?? false) !== flipped

  function toggle() {
    if (status !== 'visitor') return void dispatch(wishSaved(postId, !saved)).catch(report)
    setFlipped(!flipped)
    dispatch(homeWanted(saved ? null : postId))
    afterPaint(() => session.signIn('Sign in to save this home'))
  }

  return { saved, toggle }
}

/** The first frame paints the change; the second runs after it. */
function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(callback))
}

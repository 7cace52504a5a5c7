import type { PostWithDetail } from '@aangan/contracts/posts'
import { useSession } from '@aangan/remote/context'
import { personalStorage } from '@aangan/remote/personal-storage'
import { type RefObject, useEffect } from 'react'
import { markVisited } from '../shared/visited.ts'
import { rememberSeen } from './seen.ts'

/** A listing, and who opened it; a visitor may turn out to be a user. */
export type Opened = { id: string; userId: string | undefined } | null

/**
 * Adds the listing to the history of who opened it, not of whoever is there after they have signed out. `opened` must
 * outlive the listing, which is loaded again then.
 */
export function useOpened(post: PostWithDetail, opened: RefObject<Opened>): void {
  const userId = useSession().user?.id
  useEffect(() => {
    if (opened.current?.id === post.id && opened.current.userId !== undefined) return
    opened.current = { id: post.id, userId }
    rememberSeen(personalStorage(userId), post)
    markVisited(userId, post.id)
  }, [post, userId, opened])
}

import { useOwnerQuery } from './api.ts'
import * as s from './owner-replies.module.css'

/** How soon the owner usually replies; nothing while that is not known. */
export function OwnerReplies({ userId }: { userId: string }) {
  const { data } = useOwnerQuery(userId)
  return data?.repliesWithin ? <p className={s.replies}>Usually replies within {data.repliesWithin}</p> : null
}

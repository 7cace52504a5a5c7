import { useOwnerQuery } from './api.ts'
import * as s from './owner-replies.module.css'

/** Renders nothing if unknown. */
export function OwnerReplies({ userId }: { userId: string }) {
  const { data } = useOwnerQuery(userId)
  return data?.repliesWithin ? <p className={s.replies}>Usually replies within {data.repliesWithin}</p> : null
}

import type { Post } from '@aangan/contracts/posts'
import { useRef } from 'react'
import { useCodeWhenNear } from '../../shared/use-code.ts'
import * as s from './more-homes.module.css'

const loadHomes = () => import(/* webpackChunkName: "listing-more" */ './homes.tsx')

/** Optional content: renders nothing if loading fails. */
export function MoreHomes({ post }: { post: Post }) {
  const place = useRef<HTMLDivElement>(null)
  const { ready } = useCodeWhenNear(place, loadHomes)
  return (
    <div ref={place} className={s.more}>
      {ready && <ready.Homes post={post} />}
    </div>
  )
}

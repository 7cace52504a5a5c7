import type { Post } from '@aangan/contracts/posts'
import { useRef } from 'react'
import { useCodeWhenNear } from '../use-code.ts'
import * as s from './more-homes.module.css'

const loadHomes = () => import(/* webpackChunkName: "listing-more" */ './homes.tsx')

/** Other homes, beneath this one. What cannot be loaded is left out: nobody came for it. */
export function MoreHomes({ post }: { post: Post }) {
  const place = useRef<HTMLDivElement>(null)
  const { ready } = useCodeWhenNear(place, loadHomes)
  return (
    <div ref={place} className={s.more}>
      {ready && <ready.Homes post={post} />}
    </div>
  )
}

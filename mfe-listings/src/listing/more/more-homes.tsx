import type { Post } from '@aangan/contracts/posts'
import { useRef } from 'react'
import { useLazyModule } from '../../shared/use-lazy-module.ts'
import { useNear } from '../../shared/use-near.ts'
import * as s from './more-homes.module.css'

const loadHomes = () => import(/* webpackChunkName: "listing-more" */ './homes.tsx')

/** Optional content: renders nothing if loading fails. */
export function MoreHomes({ post }: { post: Post }) {
  const element = useRef<HTMLDivElement>(null)
  const { ready } = useLazyModule(loadHomes, useNear(element))
  return (
    <div ref={element} className={s.more}>
      {ready && <ready.Homes post={post} />}
    </div>
  )
}

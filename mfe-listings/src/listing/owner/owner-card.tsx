import type { PostStatus } from '@aangan/contracts/post-constants'
import type { PostWithDetail } from '@aangan/contracts/posts'
import { statusInWords } from '@aangan/contracts/titles'
import { Badge } from '@aangan/design/badge'
import { CodeFailedLine } from '@aangan/design/code-failed'
import { Skeleton } from '@aangan/design/skeleton'
import { Price } from '@aangan/product/price'
import { useLazyModule } from '../../shared/use-lazy-module.ts'
import * as s from './owner-card.module.css'

const loadTools = () => import(/* webpackChunkName: "listing-owner" */ './owner-tools.tsx')

interface OwnerCardProps {
  post: PostWithDetail
  onDeleted: () => void
  say: (text: string) => void
}

const MEANING: Record<PostStatus, string> = {
  live: 'Everyone can find it.',
  taken: 'It no longer appears in searches. People who saved it or have the link can still see it.',
  unpublished: 'Only you can see it.',
}

/** The tools are loaded lazily, since most readers own no listing. */
export function OwnerCard({ post, ...rest }: OwnerCardProps) {
  const tools = useLazyModule(loadTools, true)
  return (
    <aside className={s.card} aria-labelledby="owner-title">
      <div className={s.head}>
        <h2 className={s.title} id="owner-title">
          Your listing
        </h2>
        <Badge tone={post.status === 'live' ? 'plain' : 'state'}>{statusInWords(post) ?? 'Live'}</Badge>
      </div>
      <p className={s.price}>
        <Price amount={post.price} type={post.type} />
      </p>
      <p className={s.meaning}>{MEANING[post.status]}</p>
      {tools.ready && <tools.ready.OwnerTools post={post} {...rest} />}
      {!tools.ready && !tools.failed && <Skeleton className={s.coming} />}
      {tools.failed && (
        <CodeFailedLine
          className={s.meaning}
          title="Your controls could not be loaded"
          remedy={tools.failed}
          onRetry={() => void tools.request()}
        />
      )}
    </aside>
  )
}

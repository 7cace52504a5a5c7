import { PICTURE_SIZES } from '@aangan/contracts/picture-sizes'
import type { Post } from '@aangan/contracts/posts'
import { ListingCard } from '@aangan/product/listing-card'
import { useSession } from '@aangan/remote/context'
import { memo, type PointerEvent } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { activated, deactivated, type ListRoot, selectIsActive } from './list-slice.ts'
import * as s from './result-card.module.css'
import { SaveOnCard } from './save-on-card.tsx'

interface ResultCardProps {
  post: Post
  eager: boolean
}

/** Marks itself and its map marker as active while hovered or focused. */
export const ResultCard = memo(function ResultCard({ post, eager }: ResultCardProps) {
  const dispatch = useDispatch()
  const isOwn = useSession().user?.id === post.userId
  const isActive = useSelector((root: ListRoot) => selectIsActive(root, post.id))
  const activate = () => dispatch(activated(post.id))
  const deactivate = () => dispatch(deactivated(post.id))

  // Touch scrolling also fires pointerenter.
  const point = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') activate()
  }

  return (
    <li
      className={s.item}
      data-active={isActive || undefined}
      onPointerEnter={point}
      onPointerLeave={deactivate}
      onFocus={activate}
      onBlur={deactivate}
    >
      <ListingCard
        post={post}
        sizes={PICTURE_SIZES.results}
        heading="h2"
        eager={eager}
        dated
        action={!isOwn && <SaveOnCard post={post} />}
      />
    </li>
  )
})

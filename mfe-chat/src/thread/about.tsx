import { PICTURE_SIZES } from '@aangan/contracts/picture-sizes'
import { Skeleton } from '@aangan/design/skeleton'
import { PostPicture } from '@aangan/product/post-picture'
import { Price } from '@aangan/product/price'
import { isGone } from '@aangan/remote/api'
import { Link } from '@aangan/remote/link'
import { usePostQuery } from '../state/api.ts'
import * as s from './about.module.css'

export function About({ id }: { id: string }) {
  const { post, error } = useListedPost(id)
  if (post) {
    return (
      <Link to={`/${post.id}`} className={s.about}>
        <PostPicture post={post} className={s.picture} sizes={PICTURE_SIZES.thumbnail} eager />
        <span className={s.facts}>
          <span className={s.title}>{post.title}</span>
          <span className={s.price}>
            <Price amount={post.price} type={post.type} />
          </span>
        </span>
      </Link>
    )
  }
  return (
    <div className={s.about}>
      {isGone(error) && <p className={s.gone}>This home is no longer listed.</p>}
      {error && !isGone(error) && <p className={s.gone}>This home cannot be shown right now.</p>}
      {!error && (
        <>
          <Skeleton className={s.picture} />
          <Skeleton width="half" />
        </>
      )}
    </div>
  )
}

/** Marks where the messages switch to another listing. */
export function Subject({ id }: { id: string }) {
  const { post, error } = useListedPost(id)
  return (
    <li className={s.subject}>
      {post && (
        <Link to={`/${post.id}`} className={s.subjectTitle}>
          {`About: ${post.title}`}
        </Link>
      )}
      {!post && error && (isGone(error) ? 'About a home that is no longer listed' : 'About another home')}
    </li>
  )
}

/** Without the cached listing once it was removed. */
function useListedPost(id: string) {
  const { currentData, error } = usePostQuery(id)
  return { post: isGone(error) ? undefined : currentData, error }
}

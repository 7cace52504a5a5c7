import type { Post } from '@aangan/contracts/posts'
import { Link } from '@aangan/web-kit/ui/link'
import { Price } from '@aangan/web-kit/ui/price'
import { rooms } from './labels.ts'
import * as s from './listing-popup.module.css'
import { PostPicture } from './post-picture.tsx'

/** A listing in its marker's popup: the specification's picture, title, bedrooms and price. */
export function ListingPopup({ post }: { post: Post }) {
  return (
    <article className={s.listing}>
      <PostPicture key={post.id} post={post} className={s.picture} />
      <div className={s.words}>
        <h2 className={s.title}>
          <Link to={`/${post.id}`}>{post.title}</Link>
        </h2>
        <p className={s.facts}>{rooms(post)}</p>
        <p className={s.price}>
          <Price amount={post.price} type={post.type} />
        </p>
      </div>
    </article>
  )
}

import { PICTURE_SIZES } from '@aangan/contracts/picture-sizes'
import type { Post } from '@aangan/contracts/posts'
import { PostPicture } from '@aangan/product/post-picture'
import { Price } from '@aangan/product/price'
import { rooms } from './labels.ts'
import * as s from './listing-popup.module.css'
import { TitleLink } from './title-link.tsx'

/** Picture, title, bedrooms and price, as specified. */
export function ListingPopup({ post }: { post: Post }) {
  return (
    <article className={s.listing}>
      <PostPicture key={post.id} post={post} className={s.picture} sizes={PICTURE_SIZES.popup} eager />
      <div className={s.words}>
        <h2 className={s.title}>
          <TitleLink post={post} />
        </h2>
        <p className={s.facts}>{rooms(post)}</p>
        <p className={s.price}>
          <Price amount={post.price} type={post.type} />
        </p>
      </div>
    </article>
  )
}

import { PICTURE_SIZES } from '@aangan/contracts/picture-sizes'
import type { Post } from '@aangan/contracts/posts'
import { ListingCard } from '@aangan/product/listing-card'
import type { Entered } from './draft.ts'
import * as s from './post-form.module.css'
import { bodyOf } from './read-post.ts'

/** A new post has no id; selects the drawing in the preview. */
const NEW_ID = '0'.repeat(24)

interface PreviewProps {
  entered: Entered
  id: string | undefined
}

/** Hidden from screen readers: the fields contain the same information. */
export function Preview({ entered, id = NEW_ID }: PreviewProps) {
  const post = previewOf(entered, id)
  return (
    <div className={s.side} inert aria-hidden="true">
      <p className={s.preview}>As others will see it</p>
      <ListingCard key={`${post.img} ${post.property}`} post={post} sizes={PICTURE_SIZES.results} />
    </div>
  )
}

function previewOf(entered: Entered, id: string): Post {
  const { postData, postDetail } = bodyOf(entered)
  return {
    ...postData,
    alts: [],
    id,
    userId: id,
    title: postData.title || 'The title',
    img: postData.images[0] ?? null,
    address: postData.address || 'The address',
    bedroom: postData.bedroom || 0,
    bathroom: postData.bathroom || 0,
    size: postDetail.size || null,
    approximate: false,
    status: 'live',
    createdAt: '',
  }
}

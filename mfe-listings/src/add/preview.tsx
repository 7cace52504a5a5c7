import { POST_TYPES, PROPERTIES } from '@aangan/contracts/post-constants'
import type { Post } from '@aangan/contracts/posts'
import { parseAmount } from '@aangan/contracts/prices'
import { ListingCard } from '@aangan/web-kit/ui/listing-card'
import type { Entered } from './draft.ts'
import * as s from './post-form.module.css'

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
      <ListingCard key={`${post.img} ${post.property}`} post={post} />
    </div>
  )
}

function previewOf({ texts, pictures }: Entered, id: string): Post {
  return {
    id,
    userId: id,
    title: texts.title.trim() || 'The title',
    price: parseAmount(texts.price) ?? 0,
    images: pictures.map(({ url }) => url),
    img: pictures[0]?.url ?? null,
    alts: [],
    address: texts.address.trim() || 'The address',
    city: texts.city,
    bedroom: Number(texts.bedroom) || 0,
    bathroom: Number(texts.bathroom) || 0,
    size: texts.size === '' ? null : Number(texts.size) || 0,
    furnishing: null,
    latitude: texts.latitude,
    longitude: texts.longitude,
    type: POST_TYPES.find((type) => type === texts.type) ?? 'rent',
    property: PROPERTIES.find((property) => property === texts.property) ?? 'apartment',
    status: 'live',
    createdAt: '',
  }
}

import { FURNISHING_LABELS } from '@aangan/contracts/choice-labels'
import type { Format } from '@aangan/contracts/format'
import type { PostWithDetail } from '@aangan/contracts/posts'
import { roomsInWords, searchTitle, statusInWords, unbrokenTitle } from '@aangan/contracts/titles'
import { Badge } from '@aangan/design/badge'
import { Ago } from '@aangan/product/ago'
import { Facts } from '@aangan/product/facts'
import { ListingAddress } from '@aangan/product/listing-address'
import { useFormat } from '@aangan/remote/format'
import { Link } from '@aangan/remote/link'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import MapPin from 'lucide-react/icons/map-pin'
import * as s from './head.module.css'
import { homesLikeIt } from './homes-like-it.ts'
import { ShareButton } from './share/share-button.tsx'

interface HeadProps {
  post: PostWithDetail
  say: (text: string) => void
}

export function Head({ post, say }: HeadProps) {
  const format = useFormat()
  const state = statusInWords(post)
  const offer = post.type === 'rent' ? 'for rent' : 'for sale'
  return (
    <header className={s.head}>
      <div className={s.top}>
        <ListLink post={post} />
        <ShareButton title={post.title} say={say} />
      </div>
      <div className={s.offer}>
        {state && <Badge tone="state">{state}</Badge>}
        <p className={s.kind}>
          <span>{`${post.property} ${offer} · listed `}</span>
          <Ago time={post.createdAt} />
        </p>
      </div>
      <h1 className={s.title} dir="auto">
        {unbrokenTitle(post.title)}
      </h1>
      <p className={s.address}>
        <MapPin size={18} />{' '}
        <span>
          <ListingAddress post={post} />
        </span>
      </p>
      <Facts className={s.facts} facts={factsOf(post, format)} />
    </header>
  )
}

/** The facts of a card, and the furnishing. */
function factsOf(post: PostWithDetail, format: Format): string[] {
  const rooms = roomsInWords(post, format)
  return post.furnishing ? [...rooms, FURNISHING_LABELS[post.furnishing]] : rooms
}

/** Links to the matching search, for visitors who did not come from a results page. */
function ListLink({ post }: Pick<HeadProps, 'post'>) {
  const { to, named } = homesLikeIt(post)
  return (
    <Link className={s.list} to={to}>
      <ChevronLeft size={18} aria-hidden="true" />
      {searchTitle(named)}
    </Link>
  )
}

import type { Format } from '@aangan/contracts/format'
import type { Post } from '@aangan/contracts/posts'
import { statusInWords, unbrokenTitle } from '@aangan/contracts/titles'
import { Badge } from '@aangan/design/badge'
import { useFormat } from '@aangan/remote/format'
import { Link } from '@aangan/remote/link'
import type { ReactNode } from 'react'
import { Ago } from './ago.tsx'
import { Facts } from './facts.tsx'
import { ListingAddress } from './listing-address.tsx'
import * as s from './listing-card.module.css'
import { PostPicture } from './post-picture.tsx'
import { Price } from './price.tsx'

/** In the preview of a form, where it is still to be typed. */
const NO_PRICE = 'The price'
const OFFERS = { buy: 'For sale', rent: 'For rent' } as const

interface ListingCardProps {
  post: Post
  /** Of its picture: see `PICTURE_SIZES`. */
  sizes: string
  heading?: 'h2' | 'h3'
  /** For the first cards in view; the others load their picture lazily. */
  eager?: boolean
  /** Says when it was listed, for lists that are sorted by it. */
  dated?: boolean
  /** Shown over the picture's corner. */
  action?: ReactNode
}

export function ListingCard({
  post,
  sizes,
  heading: Heading = 'h3',
  eager = false,
  dated = false,
  action,
}: ListingCardProps) {
  const format = useFormat()
  const to = `/${post.id}`
  const state = statusInWords(post)
  return (
    <article className={s.card}>
      <div className={s.frame}>
        {/* The title has the same link: keep a single tab stop. */}
        <Link to={to} tabIndex={-1}>
          <PostPicture post={post} className={s.picture} sizes={sizes} eager={eager} />
        </Link>
        <span className={s.badge}>
          {state ? <Badge tone="state">{state}</Badge> : <Badge tone="float">{OFFERS[post.type]}</Badge>}
        </span>
        {action && <span className={s.action}>{action}</span>}
      </div>
      <p className={s.price}>
        {post.price === 0 ? NO_PRICE : <Price amount={post.price} type={post.type} />}
        {dated && <Ago className={s.date} time={post.createdAt} />}
      </p>
      <Heading className={s.title}>
        <Link to={to} dir="auto">
          {unbrokenTitle(post.title)}
        </Link>
      </Heading>
      <p className={s.place}>
        <ListingAddress post={post} />
      </p>
      <Facts className={s.facts} facts={factsOf(post, format)} />
    </article>
  )
}

/** The known ones. */
function factsOf({ property, bedroom, bathroom, size }: Post, format: Format): string[] {
  const rooms = property === 'land' ? {} : { bedroom, bathroom }
  const counted = Object.entries(rooms).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]))
  return size === null ? counted : [...counted, format.size(size)]
}

import type { PostWithDetail } from '@aangan/contracts/posts'
import { searchPhrase } from '@aangan/contracts/titles'
import { LinkButton } from '@aangan/design/button'
import { Avatar } from '@aangan/product/avatar'
import { Price } from '@aangan/product/price'
import { useFormat } from '@aangan/remote/format'
import type { ReactNode } from 'react'
import * as s from './contact-card.module.css'
import { homesLikeIt } from './homes-like-it.ts'
import { OwnerFacts } from './owner-facts.tsx'
import { pricePerSqft } from './rows.ts'
import { SaveButton } from './save-button.tsx'

/** A sidebar; on phones a bar at the bottom. */
export function ContactCard({ post, messageButton }: { post: PostWithDetail; messageButton: ReactNode }) {
  const format = useFormat()
  const isTaken = post.status === 'taken'
  const perSqft = pricePerSqft(post.price, post.postDetail.size)
  return (
    <aside className={s.card} aria-label="Contact Owner">
      <div className={s.owner}>
        <Avatar user={post.user} size={48} />
        <div>
          <h2 className={s.title}>Contact Owner</h2>
          <p className={s.name}>{post.user.username}</p>
          <OwnerFacts listingId={post.id} />
        </div>
      </div>
      <div className={s.bar}>
        <div className={s.cost}>
          <p className={s.price}>
            <Price amount={post.price} type={post.type} />
          </p>
          {isTaken ? (
            <p className={s.taken}>{`This home is ${post.type === 'rent' ? 'rented' : 'sold'}.`}</p>
          ) : (
            perSqft !== null && perSqft > 0 && <p className={s.per}>{`${format.price(perSqft)} per sqft`}</p>
          )}
        </div>
        <div className={s.actions}>
          {isTaken && <OtherHomes post={post} />}
          {messageButton}
          <SaveButton post={post} />
        </div>
      </div>
    </aside>
  )
}

function OtherHomes({ post }: { post: PostWithDetail }) {
  const { to, named } = homesLikeIt(post)
  return (
    <LinkButton className={s.others} to={to}>
      {`See ${searchPhrase(named)}`}
    </LinkButton>
  )
}

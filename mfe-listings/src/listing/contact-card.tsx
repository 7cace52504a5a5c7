import type { PostWithDetail } from '@aangan/contracts/posts'
import { useRemote, useSession } from '@aangan/web-kit/context'
import { useFormat } from '@aangan/web-kit/format'
import { Avatar } from '@aangan/web-kit/ui/avatar'
import { Button } from '@aangan/web-kit/ui/button'
import { Price } from '@aangan/web-kit/ui/price'
import MessageCircle from 'lucide-react/icons/message-circle'
import * as s from './contact-card.module.css'
import { OwnerReplies } from './owner-replies.tsx'
import { pricePerSqft } from './rows.ts'
import { SaveButton } from './save-button.tsx'

/** What it costs, whose it is and what to do about it: beside the text, or a bar at the bottom of a phone. */
export function ContactCard({ post }: { post: PostWithDetail }) {
  const format = useFormat()
  const perSqft = pricePerSqft(post.price, post.postDetail.size)
  return (
    <aside className={s.card} aria-label="Contact Owner">
      <div className={s.owner}>
        <Avatar user={post.user} size={48} />
        <div>
          <h2 className={s.title}>Contact Owner</h2>
          <p className={s.name}>{post.user.username}</p>
          <OwnerReplies userId={post.user.id} />
        </div>
      </div>
      <div className={s.bar}>
        <div className={s.cost}>
          <p className={s.price}>
            <Price amount={post.price} type={post.type} />
          </p>
          {perSqft !== null && perSqft > 0 && <p className={s.per}>{format.price(perSqft)} per sqft</p>}
        </div>
        <div className={s.actions}>
          <MessageButton />
          <SaveButton post={post} />
        </div>
      </div>
    </aside>
  )
}

/** A visitor signs in first; everyone else writes in their chats. */
function MessageButton() {
  const { navigate, session } = useRemote()
  const { status } = useSession()
  const write = () => (status === 'visitor' ? session.signIn() : navigate('/chat'))
  return (
    <Button icon={<MessageCircle size={18} />} onClick={write}>
      Send a Message
    </Button>
  )
}

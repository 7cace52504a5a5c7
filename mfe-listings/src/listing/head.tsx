import type { PostWithDetail } from '@aangan/contracts/posts'
import { statusInWords } from '@aangan/contracts/titles'
import { useFormat } from '@aangan/web-kit/format'
import { Badge } from '@aangan/web-kit/ui/badge'
import { ListingAddress } from '@aangan/web-kit/ui/listing-address'
import MapPin from 'lucide-react/icons/map-pin'
import * as s from './head.module.css'
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
      <div className={s.offer}>
        {state && <Badge tone="state">{state}</Badge>}
        <p className={s.kind}>
          {post.property} {offer} · listed {/* The server rendered it earlier, so the relative time may differ. */}
          <time dateTime={post.createdAt} title={format.date(post.createdAt)} suppressHydrationWarning>
            {format.ago(post.createdAt)}
          </time>
        </p>
      </div>
      <h1 className={s.title}>{post.title}</h1>
      <p className={s.address}>
        <MapPin size={18} />{' '}
        <span>
          <ListingAddress post={post} />
        </span>
      </p>
      <div>
        <ShareButton title={post.title} say={say} />
      </div>
    </header>
  )
}

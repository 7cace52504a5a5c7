import type { PostWithDetail } from '@aangan/contracts/posts'
import { formatAgo } from '@aangan/web-kit/format'
import MapPin from 'lucide-react/icons/map-pin'
import * as s from './head.module.css'

/** What it is and where. */
export function Head({ post }: { post: PostWithDetail }) {
  const offer = post.type === 'rent' ? 'for rent' : 'for sale'
  return (
    <header className={s.head}>
      <p className={s.kind}>
        {post.property} {offer} · listed <time dateTime={post.createdAt}>{formatAgo(post.createdAt)}</time>
      </p>
      <h1 className={s.title}>{post.title}</h1>
      <p className={s.address}>
        <MapPin size={18} /> {post.address}
      </p>
    </header>
  )
}

import type { PostWithDetail } from '@aangan/contracts/posts'
import { LocationMap } from '../map/location-map.tsx'
import * as s from './location-block.module.css'

export function LocationBlock({ post }: { post: PostWithDetail }) {
  return (
    <section aria-labelledby="location-title">
      <h2 className={s.title} id="location-title">
        Location
      </h2>
      <p className={s.address}>{post.address}</p>
      <LocationMap post={post} />
    </section>
  )
}

import { drawingUrl, isDrawing } from '@aangan/contracts/media'
import type { Post } from '@aangan/contracts/posts'
import { Picture } from './picture.tsx'

interface PostPictureProps {
  post: Post
  className: string | undefined
  /** Load immediately instead of lazily. */
  eager?: boolean
}

/** Falls back to a drawing if the listing has no picture or it fails to load. */
export function PostPicture({ post, className, eager = false }: PostPictureProps) {
  const drawing = drawingUrl(post.property, post.id)
  const sources = [post.img ?? drawing, drawing].map((url, at) => {
    const said = at === 0 && post.img !== null && post.alts[0]
    return { url, alt: said || `${isDrawing(url) ? 'Drawing' : 'Photo'} of the ${post.property}` }
  })
  return (
    <Picture
      sources={sources}
      className={className}
      width={300}
      height={200}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
    />
  )
}

import { drawingUrl, isDrawing } from '@aangan/contracts/media'
import type { Post } from '@aangan/contracts/posts'
import { useState } from 'react'

interface PostPictureProps {
  post: Post
  className: string | undefined
  /** In view at once; the others load when they come near. */
  eager?: boolean
}

/** A listing's picture among others, our drawing where it has none. */
export function PostPicture({ post, className, eager = false }: PostPictureProps) {
  const drawing = drawingUrl(post.property, post.id)
  const [source, setSource] = useState(post.img ?? drawing)
  return (
    <img
      className={className}
      src={source}
      // A picture elsewhere may be gone; our own drawing never is.
      onError={() => setSource(drawing)}
      alt={`${isDrawing(source) ? 'Drawing' : 'Photo'} of the ${post.property}`}
      width={300}
      height={200}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  )
}

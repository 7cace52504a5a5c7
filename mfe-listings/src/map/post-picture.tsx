import { drawingUrl, isDrawing } from '@aangan/contracts/media'
import type { Post } from '@aangan/contracts/posts'
import { useState } from 'react'

interface PostPictureProps {
  post: Post
  className: string | undefined
  /** One of many: loaded when it comes near. */
  lazy?: boolean
}

/** A listing's picture, our drawing where it has none or it is gone. */
export function PostPicture({ post, className, lazy = false }: PostPictureProps) {
  const drawing = drawingUrl(post.property, post.id)
  const [source, setSource] = useState(post.img ?? drawing)
  return (
    <img
      className={className}
      src={source}
      onError={() => setSource(drawing)}
      alt={`${isDrawing(source) ? 'Drawing' : 'Photo'} of the ${post.property}`}
      width={300}
      height={200}
      loading={lazy ? 'lazy' : 'eager'}
      decoding="async"
    />
  )
}

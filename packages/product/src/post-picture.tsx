import { drawingUrl, isDrawing } from '@aangan/contracts/media'
import type { Post } from '@aangan/contracts/posts'
import { classNames } from '@aangan/design/class-names'
import { Picture, type Source } from './picture.tsx'
import * as s from './post-picture.module.css'

interface PostPictureProps {
  post: Post
  /** Of the frame, which the picture fills. */
  className: string | undefined
  /** Of its place: see `PICTURE_SIZES`. */
  sizes: string
  /** Load immediately instead of lazily. */
  eager?: boolean
}

/** Falls back to a drawing, which is marked as one, if the listing has no picture or it fails to load. */
export function PostPicture({ post, className, sizes, eager = false }: PostPictureProps) {
  return (
    <span className={classNames(s.frame, className)}>
      <Picture
        sources={sourcesOf(post)}
        sizes={sizes}
        className={s.picture}
        width={300}
        height={200}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
      />
    </span>
  )
}

function sourcesOf({ id, property, img, images, alts }: Post): Source[] {
  const drawing = drawingUrl(property, id)
  const mark = <span>Drawing{images.every(isDrawing) && <span className={s.more}>, no photos yet</span>}</span>
  return [img ?? drawing, drawing].map((url, at) => {
    const said = at === 0 && img !== null && alts[0]
    if (isDrawing(url)) return { url, alt: said || `Drawing of the ${property}`, mark }
    return { url, alt: said || `Photo of the ${property}` }
  })
}

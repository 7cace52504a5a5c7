import { drawingUrl } from '@aangan/contracts/media'
import type { PostWithDetail } from '@aangan/contracts/posts'
import { classNames } from '@aangan/web-kit/ui/class-names'
import { useState } from 'react'
import * as s from './gallery.module.css'
import { type Picture, picturesOf } from './pictures.ts'

/** One large picture and the others small beside it; on phones a row to swipe through. */
export function Gallery({ post }: { post: PostWithDetail }) {
  const pictures = picturesOf(post)
  return (
    // Where it scrolls, the keys must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs a stop of its own
    <section className={classNames(s.mosaic, pictures.length === 4 && s.four)} aria-label="Pictures" tabIndex={0}>
      {pictures.map((picture, index) => (
        <GalleryPicture
          key={picture.url}
          picture={picture}
          instead={drawingUrl(post.property, post.id, index % 5)}
          large={index === 0}
        />
      ))}
    </section>
  )
}

interface GalleryPictureProps {
  picture: Picture
  /** A drawing, for a picture elsewhere that is gone. */
  instead: string
  large: boolean
}

function GalleryPicture({ picture, instead, large }: GalleryPictureProps) {
  const [gone, setGone] = useState(false)
  return (
    <figure className={s.frame}>
      <img
        className={s.picture}
        src={gone ? instead : picture.url}
        onError={() => setGone(true)}
        alt={gone ? 'Drawing in place of a photo that is gone' : picture.alt}
        width={600}
        height={400}
        loading={large ? 'eager' : 'lazy'}
        fetchPriority={large ? 'high' : 'auto'}
        decoding="async"
      />
    </figure>
  )
}

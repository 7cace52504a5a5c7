import { widthsOf } from '@aangan/contracts/media'
import { PICTURE_SIZES } from '@aangan/contracts/picture-sizes'
import { IconButton } from '@aangan/design/icon-button'
import { Modal } from '@aangan/design/modal'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Photo } from './photo.tsx'
import type { GalleryPicture } from './pictures.ts'
import { useOwnEntry } from './use-own-entry.ts'
import { useSwipe } from './use-swipe.ts'
import * as s from './viewer.module.css'

interface ViewerProps {
  pictures: GalleryPicture[]
  /** Index of the first picture. */
  start: number
  onClose: () => void
}

/** Shows one picture at a time in full screen; wraps around. */
export function Viewer({ pictures, start, onClose }: ViewerProps) {
  const [index, setIndex] = useState(start)
  useOwnEntry(start, onClose)
  const count = pictures.length
  const picture = pictures[index]
  const go = (steps: number) => setIndex((now) => (now + steps + count) % count)
  const swipe = useSwipe({ onLeft: () => go(1), onRight: () => go(-1) })

  useEffect(() => {
    for (const steps of [1, -1]) preload(pictures[(index + steps + count) % count]?.url ?? '')
  }, [pictures, index, count])

  function press(event: KeyboardEvent) {
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    setIndex((target + count) % count)
  }

  return (
    <Modal className={s.viewer} aria-label="Pictures" onClose={onClose} onKeyDown={press}>
      <div className={s.layout}>
        <div className={s.head}>
          <p className={s.counter} aria-hidden="true">
            {picture?.position && `${picture.position.at} / ${picture.position.count}`}
          </p>
          <IconButton label="Close pictures" onClick={onClose}>
            <X size={24} />
          </IconButton>
        </div>
        <figure ref={swipe.element} className={s.stage} {...swipe.handlers}>
          {picture && (
            <Photo
              // Remount: the previous picture must not show under the new caption while loading.
              key={picture.url}
              picture={picture}
              className={s.picture}
              sizes={PICTURE_SIZES.whole}
              draggable={false}
            />
          )}
        </figure>
        <IconButton label="Previous picture" className={s.previous} onClick={() => go(-1)}>
          <ChevronLeft size={28} />
        </IconButton>
        <IconButton label="Next picture" className={s.next} onClick={() => go(1)}>
          <ChevronRight size={28} />
        </IconButton>
        <p className={s.caption}>{picture?.alt}</p>
        <VisuallyHidden live>{picture && spoken(picture)}</VisuallyHidden>
      </div>
    </Modal>
  )
}

/** As `Photo` will show it, or it is loaded twice. */
function preload(url: string): void {
  const { srcSet = '', sizes = '' } = widthsOf(url, PICTURE_SIZES.whole)
  Object.assign(new Image(), { referrerPolicy: 'no-referrer', sizes, srcset: srcSet, src: url })
}

function spoken({ position, alt }: GalleryPicture): string {
  return position ? `Picture ${position.at} of ${position.count}: ${alt}` : alt
}

import { PICTURE_SIZES } from '@aangan/contracts/picture-sizes'
import type { Post } from '@aangan/contracts/posts'
import { Button } from '@aangan/design/button'
import { classNames } from '@aangan/design/class-names'
import { CodeFailedLine } from '@aangan/design/code-failed'
import Images from 'lucide-react/icons/images'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useLazyModule } from '../../shared/use-lazy-module.ts'
import * as s from './gallery.module.css'
import { Photo } from './photo.tsx'
import { MOSAIC, picturesOf } from './pictures.ts'

const loadViewer = () => import(/* webpackChunkName: "listing-viewer" */ './viewer.tsx')

interface GalleryProps {
  post: Post
}

/** One large picture with four small ones, on phones a row to swipe; each opens the viewer. */
export function Gallery({ post }: GalleryProps) {
  const pictures = picturesOf(post)
  const [shown, setShown] = useState<number | null>(null)
  const row = useRef<HTMLDivElement>(null)
  const [nearest, setNearest] = useState(0)
  const position = pictures[nearest]?.position
  /** By Forward, or by a reload: the picture of the viewer's own entry in the history. */
  const reached: number | undefined = useLocation().state?.picture
  const viewer = useLazyModule(loadViewer, reached !== undefined)

  useEffect(() => {
    if (reached !== undefined) setShown(reached)
  }, [reached])

  // It may have been swiped before this is hydrated.
  useEffect(() => {
    if (row.current) setNearest(nearestIn(row.current))
  }, [])

  function open(index: number) {
    setShown(index)
    void viewer.request()
  }

  return (
    <>
      <section className={s.gallery} aria-label="Pictures" onPointerEnter={viewer.prefetch} onFocus={viewer.prefetch}>
        <div
          ref={row}
          className={classNames(s.mosaic, pictures.length === 4 && s.four)}
          onScroll={({ currentTarget }) => setNearest(nearestIn(currentTarget))}
        >
          {pictures.map((picture, index) => (
            <button
              key={picture.url}
              type="button"
              className={s.frame}
              aria-haspopup="dialog"
              onClick={() => open(index)}
            >
              <Photo
                picture={picture}
                className={s.picture}
                sizes={sizesAt(index, pictures.length)}
                width={600}
                height={400}
                loading={index === 0 ? 'eager' : 'lazy'}
                fetchPriority={index === 0 ? 'high' : 'auto'}
              />
            </button>
          ))}
        </div>
        {position && (
          <p className={s.counter} aria-hidden="true">
            {`${position.at} / ${position.count}`}
          </p>
        )}
        {pictures.length > MOSAIC && (
          <Button variant="quiet" dense className={s.all} icon={<Images size={18} />} onClick={() => open(0)}>
            {`All ${pictures.length} pictures`}
          </Button>
        )}
        {shown !== null && viewer.ready && (
          <viewer.ready.Viewer pictures={pictures} start={shown} onClose={() => setShown(null)} />
        )}
      </section>
      {shown !== null && viewer.failed && (
        <CodeFailedLine
          className={s.failed}
          title="The pictures could not be opened"
          isAnswer
          remedy={viewer.failed}
          onRetry={() => void viewer.request()}
        />
      )}
    </>
  )
}

function nearestIn(row: HTMLElement): number {
  const [first, second] = row.children
  if (!(first instanceof HTMLElement && second instanceof HTMLElement)) return 0
  return Math.round(row.scrollLeft / (second.offsetLeft - first.offsetLeft))
}

/** The second of four takes two columns. */
function sizesAt(index: number, count: number): string {
  return index === 0 || (index === 1 && count === 4) ? PICTURE_SIZES.large : PICTURE_SIZES.small
}

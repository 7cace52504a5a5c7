import { widthsOf } from '@aangan/contracts/media'
import { Badge } from '@aangan/design/badge'
import { classNames } from '@aangan/design/class-names'
import House from 'lucide-react/icons/house'
import { type ComponentProps, type ReactNode, useState } from 'react'
import * as s from './picture.module.css'

export interface Source {
  url: string
  alt: string
  /** Shown on the picture, whose parent element must be positioned; `alt` says it too. */
  mark?: ReactNode
}

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'sizes' | 'alt' | 'onError' | 'ref'> & {
  /** Width on the page, as the attribute `sizes`: an uploaded picture is loaded as wide as that needs. */
  sizes: string
  /** Tried in order until one loads. */
  sources: readonly Source[]
  /** Shown if none loads; an icon if absent. */
  missing?: ReactNode
}

/** Falls back to the next source if one does not load. */
export function Picture({ sources, sizes, className, missing, ...rest }: PictureProps) {
  const [gone, setGone] = useState<readonly string[]>([])
  const source = sources.find(({ url }) => !gone.includes(url))
  if (!source) {
    if (missing) return missing
    return (
      <span className={classNames(className, s.missing)} role="img" aria-label="This picture could not be loaded">
        <House size={32} strokeWidth={1.5} />
      </span>
    )
  }
  return (
    <>
      <img
        {...rest}
        ref={failAgain}
        className={classNames(className, s.picture)}
        // Before `src`, or some browsers load that first.
        {...widthsOf(source.url, sizes)}
        src={source.url}
        onError={() => setGone([...gone, source.url])}
        alt={source.alt}
        decoding="async"
        // It may be on a site of the owner's choice, which need not learn where it is shown.
        referrerPolicy="no-referrer"
      />
      {source.mark && (
        <span className={s.mark} aria-hidden="true">
          <Badge tone="float">{source.mark}</Badge>
        </span>
      )}
    </>
  )
}

/** React has not heard of a picture of a served page that failed before. */
function failAgain(picture: HTMLImageElement | null): void {
  if (picture?.complete && picture.naturalWidth === 0) picture.setAttribute('src', picture.src)
}

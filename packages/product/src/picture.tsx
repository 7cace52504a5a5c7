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

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'sizes' | 'alt' | 'onError'> & {
  /** Width on the page, as the attribute `sizes`: an uploaded picture is loaded as wide as that needs. */
  sizes: string
  /** Tried in order until one loads. */
  sources: readonly Source[]
}

/** Falls back to the next source, and to an icon if none loads. */
export function Picture({ sources, sizes, className, ...rest }: PictureProps) {
  const [gone, setGone] = useState<readonly string[]>([])
  const source = sources.find(({ url }) => !gone.includes(url))
  if (!source) {
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

import { Picture } from '@aangan/web-kit/ui/picture'
import type { ComponentProps } from 'react'
import type { GalleryPicture } from './pictures.ts'

type PhotoProps = Omit<ComponentProps<typeof Picture>, 'sources'> & { picture: GalleryPicture }

/** Falls back to a drawing if the picture fails to load. */
export function Photo({ picture: { url, alt, instead }, ...rest }: PhotoProps) {
  return (
    <Picture
      {...rest}
      sources={[
        { url, alt },
        { url: instead, alt: 'Drawing shown because the photo is missing' },
      ]}
    />
  )
}

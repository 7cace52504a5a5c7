import { isDrawing } from '@aangan/contracts/media'
import { Picture } from '@aangan/product/picture'
import type { ComponentProps } from 'react'
import type { GalleryPicture } from './pictures.ts'

type PhotoProps = Omit<ComponentProps<typeof Picture>, 'sources'> & { picture: GalleryPicture }

const MARK = 'Drawing'

/** Falls back to a drawing if the picture fails to load; a drawing is marked as one. */
export function Photo({ picture: { url, alt, instead }, ...rest }: PhotoProps) {
  return (
    <Picture
      {...rest}
      sources={[
        { url, alt, ...(isDrawing(url) && { mark: MARK }) },
        { url: instead, alt: 'Drawing shown because the photo is missing', mark: MARK },
      ]}
    />
  )
}

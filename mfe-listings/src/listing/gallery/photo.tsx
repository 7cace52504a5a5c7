import { type ComponentProps, useState } from 'react'
import type { Picture } from './pictures.ts'

type PhotoProps = Omit<ComponentProps<'img'>, 'src' | 'alt'> & { picture: Picture }

/** One of a listing's pictures; a drawing stands in for one that is gone, and says so. */
export function Photo({ picture, ...rest }: PhotoProps) {
  const [gone, setGone] = useState(false)
  return (
    <img
      {...rest}
      src={gone ? picture.instead : picture.url}
      onError={() => setGone(true)}
      alt={gone ? 'Drawing in place of a photo that is gone' : picture.alt}
      decoding="async"
    />
  )
}

import { useSite } from '@aangan/remote/site'
import * as s from './attribution.module.css'

const COPYRIGHT = 'https://www.openstreetmap.org/copyright'

/** Required by the tile provider. The outline is in the public domain and needs none. */
export function Attribution() {
  const { tiles } = useSite()
  if (!tiles?.attribution) return null
  return (
    <p className={s.attribution}>
      {tiles.attribution.includes('OpenStreetMap') ? <a href={COPYRIGHT}>{tiles.attribution}</a> : tiles.attribution}
    </p>
  )
}

import { useSite } from '@aangan/web-kit/site'
import * as s from './attribution.module.css'

/** Where OpenStreetMap asks to be led to. */
const COPYRIGHT = 'https://www.openstreetmap.org/copyright'

/** Whose tiles the map shows; nothing without tiles: the outline is in the public domain. */
export function Attribution() {
  const { tiles } = useSite()
  if (!tiles?.attribution) return null
  return (
    <p className={s.attribution}>
      {tiles.attribution.includes('OpenStreetMap') ? <a href={COPYRIGHT}>{tiles.attribution}</a> : tiles.attribution}
    </p>
  )
}

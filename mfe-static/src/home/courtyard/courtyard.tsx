import { Arcade } from './arcade.tsx'
import * as s from './courtyard.module.css'
import { Floor, Pots, Rangoli, Tree, Tulsi } from './garden.tsx'
import { Sky } from './sky.tsx'
import { Storey } from './storey.tsx'
import { Wings } from './wings.tsx'

/**
 * A courtyard house: bright by day, and at dusk with its lamps lit where the reader prefers dark. Decoration; from back
 * to front. Where the frame is of another shape, sky and floor are cut first.
 */
export function Courtyard() {
  return (
    <svg className={s.scene} viewBox="0 0 760 470" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <Sky />
      <Wings />
      <Storey />
      <Arcade />
      <Floor />
      <Rangoli />
      <Tulsi />
      <Pots />
      <Tree />
    </svg>
  )
}

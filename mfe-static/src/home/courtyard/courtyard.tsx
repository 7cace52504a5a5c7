import { Arcade } from './arcade.tsx'
import * as s from './courtyard.module.css'
import { Floor, Pots, Rangoli, Tree, Tulsi } from './garden.tsx'
import { Sky } from './sky.tsx'
import { Storey } from './storey.tsx'
import { Wings } from './wings.tsx'

/** A courtyard house, drawn back to front; at dusk with lit lamps in dark mode. Decorative. Other aspect ratios crop sky and floor. */
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

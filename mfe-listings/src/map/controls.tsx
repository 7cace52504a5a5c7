import { classNames } from '@aangan/design/class-names'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Minus from 'lucide-react/icons/minus'
import Move from 'lucide-react/icons/move'
import Plus from 'lucide-react/icons/plus'
import Scan from 'lucide-react/icons/scan'
import { type ComponentProps, useId, useState } from 'react'
import * as s from './controls.module.css'
import type { MapEngine } from './engine/engine.ts'

interface ControlsProps {
  engine: MapEngine
  homeLabel: string
  onHome: () => void
}

/** Buttons for everything that dragging and pinching do. */
export function Controls({ engine, homeLabel, onHome }: ControlsProps) {
  return (
    <div className={s.controls}>
      <Moving engine={engine} />
      <MapButton label={homeLabel} onClick={onHome}>
        <Scan size={20} />
      </MapButton>
      <div className={s.zoom}>
        <MapButton label="Zoom in" onClick={() => engine.zoomBy(1)}>
          <Plus size={20} />
        </MapButton>
        <MapButton label="Zoom out" onClick={() => engine.zoomBy(-1)}>
          <Minus size={20} />
        </MapButton>
      </div>
    </div>
  )
}

/** Pixels per press. */
const STEP = 160
const WAYS = [
  { label: 'Move up', Icon: ArrowUp, side: s.up, x: 0, y: -STEP },
  { label: 'Move left', Icon: ArrowLeft, side: s.left, x: -STEP, y: 0 },
  { label: 'Move right', Icon: ArrowRight, side: s.right, x: STEP, y: 0 },
  { label: 'Move down', Icon: ArrowDown, side: s.down, x: 0, y: STEP },
]

/** Collapsed by default: few visitors need the arrows, and they cover the map. */
function Moving({ engine }: { engine: MapEngine }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={s.moving}>
      {open && (
        <div id={id} className={s.arrows}>
          {WAYS.map(({ label, Icon, side, x, y }) => (
            <MapButton key={label} label={label} className={side} onClick={() => engine.panBy(x, y)}>
              <Icon size={20} />
            </MapButton>
          ))}
        </div>
      )}
      <MapButton
        label="Move the map"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Move size={20} />
      </MapButton>
    </div>
  )
}

function MapButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return <button type="button" {...rest} className={classNames(s.button, className)} aria-label={label} title={label} />
}

import { classNames } from '@aangan/design/class-names'
import { useRemote } from '@aangan/remote/context'
import { useSite } from '@aangan/remote/site'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Point } from '../shared/geo.ts'
import { Attribution } from './attribution.tsx'
import { Controls } from './controls.tsx'
import { createEngine, type MapEngine } from './engine/engine.ts'
import * as s from './map-canvas.module.css'
import type { Target } from './target.ts'
import { WheelHint } from './wheel-hint.tsx'

interface MapCanvasProps {
  /** Initial target; later ones go to the engine. */
  target: Target
  /** Whether one finger pans the map instead of scrolling the page. */
  oneFinger: boolean
  /** The "show everything" button. */
  homeLabel: string
  onHome: (engine: MapEngine) => void
  /** Called on clicks on the map itself, for a double click once. */
  onPress?: (point: Point, engine: MapEngine) => void
  /** Rendered once the map is ready. */
  children: (engine: MapEngine) => ReactNode
}

/** A map with its controls for pointer, touch and keyboard. */
export function MapCanvas({ target, oneFinger, homeLabel, onHome, onPress, children }: MapCanvasProps) {
  const { report } = useRemote()
  const { tiles } = useSite()
  const element = useRef<HTMLDivElement>(null)
  const [engine, setEngine] = useState<MapEngine | null>(null)
  const [turns, setTurns] = useState(0)
  const help = useId()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is made once, with what it shows at first
  useEffect(() => {
    if (!element.current) return
    const made = createEngine(element.current, {
      target,
      oneFinger,
      ground: { tiles: tiles?.url ?? null, tilesClass: s.tiles ?? '', onError: report },
      onWheel: () => setTurns((count) => count + 1),
    })
    setEngine(made)
    return () => made.dispose()
  }, [])

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields */}
      <div
        ref={element}
        className={classNames(s.map, !oneFinger && s.scrolls)}
        role="group"
        aria-label="Map"
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys, like what scrolls
        tabIndex={0}
        onClick={(event) => {
          if (engine && !engine.wasDragged() && event.detail < 2) onPress?.(engine.pointAt(event), engine)
        }}
        onKeyDown={engine ? (event) => steer(event, engine) : undefined}
      />
      <span id={help} hidden>
        Arrow keys move the map, plus and minus zoom. Tab goes to what is on it.
      </span>
      {engine && children(engine)}
      {engine && <Controls engine={engine} homeLabel={homeLabel} onHome={() => onHome(engine)} />}
      <Attribution />
      <WheelHint turns={turns} />
    </>
  )
}

/** Pixels per key press. */
const STEP = 120
const MOVES: Record<string, (engine: MapEngine) => void> = {
  ArrowLeft: (engine) => engine.panBy(-STEP, 0),
  ArrowRight: (engine) => engine.panBy(STEP, 0),
  ArrowUp: (engine) => engine.panBy(0, -STEP),
  ArrowDown: (engine) => engine.panBy(0, STEP),
  '+': (engine) => engine.zoomBy(1),
  '=': (engine) => engine.zoomBy(1),
  '-': (engine) => engine.zoomBy(-1),
  _: (engine) => engine.zoomBy(-1),
}

function steer(event: KeyboardEvent, engine: MapEngine): void {
  const move = MOVES[event.key]
  if (!move || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  move(engine)
}

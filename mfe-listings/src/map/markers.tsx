import { classNames } from '@aangan/design/class-names'
import { PlainList } from '@aangan/design/plain-list'
import { useFormat } from '@aangan/remote/format'
import { type FocusEvent, type KeyboardEvent, memo, type SyntheticEvent, useCallback, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { MapEngine } from './engine/engine.ts'
import type { Plane } from './engine/plane.ts'
import { countLabel, markLabel, markText } from './labels.ts'
import * as s from './markers.module.css'
import { countHomes, type Mark } from './marks.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { usePlane } from './use-plane.ts'

interface MarkersProps {
  engine: MapEngine
  marks: readonly Mark[]
  visited: ReadonlySet<string>
  /** The marker of the active card. */
  activeKey: string | null
  openKey: string | null
  /** Whether they belong to the previous search, until the new one responds. */
  stale: boolean
  /** The hovered or focused marker; null when it ends. */
  onPoint: (mark: Mark | null) => void
  onOpen: (mark: Mark) => void
}

/**
 * A list of buttons with one tab stop and arrow key navigation; also the map's text alternative. Rendered inside the map
 * so that it can be dragged by its markers.
 */
export function Markers({ engine, marks, visited, activeKey, openKey, stale, onPoint, onOpen }: MarkersProps) {
  const format = useFormat()
  const [element, setElement] = useState<HTMLUListElement | null>(null)
  const plane = usePlane(element, engine)
  const [stop, setStop] = useState<string | null>(null)
  const byKey = useRef(new Map<string, Mark>())
  byKey.current = new Map(marks.map((mark) => [mark.key, mark]))
  const focus = useKeptFocus(engine, element, marks)
  const stopKey = stop !== null && byKey.current.has(stop) ? stop : marks[0]?.key

  const markAt = ({ target }: SyntheticEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-mark]') : null
    return byKey.current.get(button?.dataset.mark ?? '') ?? null
  }

  function open(event: SyntheticEvent) {
    const mark = markAt(event)
    if (!mark || engine.wasDragged()) return
    setStop(mark.key)
    onOpen(mark)
  }

  function enter(event: FocusEvent) {
    const mark = markAt(event)
    if (!mark) return
    setStop(mark.key)
    onPoint(mark)
    focus.hold(mark)
    if (event.target.matches(':focus-visible')) engine.reveal(mark)
  }

  function leave(event: FocusEvent) {
    focus.release(event)
    onPoint(null)
  }

  function steer(event: KeyboardEvent<HTMLUListElement>) {
    const next = nextIndex(
      event.key,
      marks.findIndex(({ key }) => key === stopKey),
      marks.length,
    )
    if (next === null) return
    event.preventDefault()
    event.currentTarget.querySelectorAll('button')[next]?.focus({ preventScroll: true })
  }

  return createPortal(
    <PlainList
      ref={setElement}
      className={classNames(s.markers, stale && s.stale)}
      aria-busy={stale || undefined}
      aria-label={countLabel(countHomes(marks), format)}
      onClick={open}
      onPointerOver={(event) => onPoint(markAt(event))}
      onPointerLeave={() => onPoint(null)}
      onFocus={enter}
      onBlur={leave}
      onKeyDown={steer}
    >
      {plane &&
        marks.map((mark) => (
          <Marker
            key={mark.key}
            plane={plane}
            mark={mark.key}
            longitude={mark.longitude}
            latitude={mark.latitude}
            count={mark.kind === 'cluster' ? mark.count : 0}
            text={markText(mark, format)}
            label={markLabel(mark, format)}
            visited={visited.has(mark.key)}
            active={mark.key === activeKey}
            open={mark.key === openKey}
            stop={mark.key === stopKey}
          />
        ))}
    </PlainList>,
    engine.overlay,
  )
}

function nextIndex(key: string, index: number, length: number): number | null {
  if (length === 0) return null
  if (key === 'ArrowRight' || key === 'ArrowDown') return (index + 1) % length
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (index - 1 + length) % length
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : null
}

interface MarkerProps {
  plane: Plane
  mark: string
  longitude: number
  latitude: number
  /** 0 for a listing. */
  count: number
  text: string
  label: string
  visited: boolean
  active: boolean
  open: boolean
  /** Whether it is the tab stop. */
  stop: boolean
}

/** Memoized, hence primitive props only. */
const Marker = memo(function Marker({ plane, longitude, latitude, ...mark }: MarkerProps) {
  const place = useCallback(
    (element: HTMLLIElement) => plane.put(element, { longitude, latitude }),
    [plane, longitude, latitude],
  )
  const shape =
    mark.count > 0 ? classNames(s.cluster, sizeOf(mark.count)) : classNames(s.pill, mark.visited && s.visited)
  return (
    <li ref={place} className={classNames(s.marker, (mark.active || mark.open) && s.raised)}>
      <button
        type="button"
        className={classNames(shape, (mark.active || mark.open) && s.active)}
        data-mark={mark.mark}
        aria-label={mark.visited ? `${mark.label}, visited` : mark.label}
        aria-haspopup="dialog"
        aria-expanded={mark.open}
        aria-current={mark.active || undefined}
        tabIndex={mark.stop ? 0 : -1}
      >
        {mark.text}
      </button>
    </li>
  )
})

function sizeOf(count: number): string | undefined {
  if (count >= 1000) return s.huge
  return count >= 100 ? s.large : undefined
}

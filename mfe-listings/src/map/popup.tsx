import { classNames } from '@aangan/design/class-names'
import { IconButton } from '@aangan/design/icon-button'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { Point } from '../shared/geo.ts'
import { anchor } from './engine/anchor.ts'
import type { MapEngine } from './engine/engine.ts'
import * as s from './popup.module.css'

interface PopupProps {
  engine: MapEngine
  point: Point
  label: string
  /** For lists. */
  tall?: boolean
  onClose: () => void
  children: ReactNode
}

/** Anchored to its marker, or at the bottom of a small map. */
export function Popup({ engine, point, label, tall, onClose, children }: PopupProps) {
  const element = useRef<HTMLDivElement>(null)
  const { longitude, latitude } = point

  useLayoutEffect(() => {
    if (!element.current) return
    const end = anchor(element.current, engine, { longitude, latitude })
    engine.reveal({ longitude, latitude }, liesAtBottom(element.current) ? coveredBy(element.current) : 0)
    return end
  }, [engine, longitude, latitude])

  useEffect(() => element.current?.focus({ preventScroll: true }), [])

  // Listens on the whole map: the focus may be back on a marker.
  useEffect(() => {
    const map = element.current?.parentElement
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose()
    }
    map?.addEventListener('keydown', closeOnEscape)
    return () => map?.removeEventListener('keydown', closeOnEscape)
  }, [onClose])

  return (
    <div ref={element} className={classNames(s.popup, tall && s.tall)} role="dialog" aria-label={label} tabIndex={-1}>
      {children}
      <IconButton label="Close" className={s.close} onClick={onClose}>
        <X size={18} />
      </IconButton>
    </div>
  )
}

/** CSS decides, with a container query. */
function liesAtBottom(element: HTMLElement): boolean {
  return getComputedStyle(element).translate === 'none'
}

function coveredBy(element: HTMLElement): number {
  const map = element.parentElement?.getBoundingClientRect()
  return map ? map.bottom - element.getBoundingClientRect().top : 0
}

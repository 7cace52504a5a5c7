import { zoomByDelta } from 'ol/interaction/Interaction.js'
import OlMap from 'ol/Map.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import type MapEvent from 'ol/MapEvent.js'
import { fromLonLat, toLonLat, transformExtent } from 'ol/proj.js'
import View from 'ol/View.js'
import { type Box, centreOf, type Point } from '../../shared/geo.ts'
import type { Target } from '../target.ts'
import { gestures } from './gestures.ts'
import { type Ground, groundLayers } from './ground.ts'

/** A rendered frame: `centre` in projected metres, `resolution` in metres per pixel, `size` in pixels. */
export interface Frame {
  centre: readonly [number, number]
  resolution: number
  size: readonly [number, number]
}

/** The state of the map at rest. */
export interface MapView {
  box: Box
  centre: Point
  zoom: number
  /** Whether the visitor moved it since the last `show`. */
  moved: boolean
}

export interface EngineOptions {
  ground: Ground
  target: Target
  /** Whether one finger pans the map; otherwise it scrolls the page, and two fingers pan. */
  oneFinger: boolean
  /** Called on wheel events that do not zoom. */
  onWheel: () => void
}

/** The map without React. */
export interface MapEngine {
  /** Has the focus during keyboard navigation. */
  readonly element: HTMLElement
  /** Container on top of the map; gestures that start on its content pan the map. */
  readonly overlay: HTMLElement
  view(): MapView
  /** `mine` makes this the home position; otherwise the map counts as moved by the visitor. */
  show(target: Target, how: { mine: boolean; smooth: boolean }): void
  zoomBy(levels: number): void
  /** In pixels. */
  panBy(x: number, y: number): void
  /** Pans as little as possible to show the point above `covered` pixels at the bottom. */
  reveal(point: Point, covered?: number): void
  pointAt(at: { clientX: number; clientY: number }): Point
  /** The point at an offset in pixels. */
  pointBeside(point: Point, x: number, y: number): Point
  /** Whether fitting the area would zoom in noticeably. */
  opens(box: Box): boolean
  /** Whether the current press panned the map and should not count as a click. */
  wasDragged(): boolean
  /** Called on each frame, and once immediately. Returns a function that unsubscribes. */
  onFrame(listener: (frame: Frame) => void): () => void
  /** Called when the map comes to rest after a move or a resize. Returns a function that unsubscribes. */
  onRest(listener: () => void): () => void
  dispose(): void
}

/** The deepest zoom of the tiles. */
export const MAX_ZOOM = 19
const MOVE_MS = 250
const PAN_MS = 120
/** Pixels kept free around the target: half a marker and the controls. */
const MARGIN = 104
/** A fifth of a zoom level is hardly visible. */
const CLOSER = 1.15

/** The element must have its own size. */
export function createEngine(element: HTMLElement, options: EngineOptions): MapEngine {
  const view = new View({ minZoom: 2, maxZoom: MAX_ZOOM, enableRotation: false })
  const { layers, dispose: disposeGround } = groundLayers(element, options.ground)
  const map = new OlMap({ target: element, view, layers, controls: [], interactions: gestures(options) })
  const overlay = map.getOverlayContainer()
  if (!overlay) throw new Error('The map needs an element that can have children, not a canvas.')
  const restListeners = new Set<() => void>()
  let home = { centre: [0, 0], resolution: 1 }
  let dragged = false

  map.on('moveend', () => {
    for (const listener of restListeners) listener()
  })
  map.on('pointerdrag', () => {
    dragged = true
  })
  map.on('dblclick', zoomAt)
  element.addEventListener('pointerdown', startPress, { capture: true })
  show(options.target, { mine: true, smooth: false })

  function startPress(): void {
    dragged = false
  }

  /** Ignored on markers, where it is two clicks. */
  function zoomAt({ coordinate, originalEvent }: MapBrowserEvent): void {
    if (originalEvent.target instanceof Element && originalEvent.target.closest('button')) return
    zoomByDelta(view, 1, coordinate, duration(MOVE_MS))
  }

  function currentView(): MapView {
    const [west = 0, south = 0, east = 0, north = 0] = transformExtent(extent(), 'EPSG:3857', 'EPSG:4326')
    const centre = pointOf(view.getCenter() ?? [0, 0])
    return { box: [west, south, east, north], centre, zoom: view.getZoom() ?? 0, moved: !isHome() }
  }

  function extent() {
    return view.calculateExtent(map.getSize())
  }

  /** Tolerates rounding: a pixel, and a hundredth of a level. */
  function isHome(): boolean {
    const [[x = 0, y = 0] = [], resolution = 1] = [view.getCenter(), view.getResolution()]
    const [homeX = 0, homeY = 0] = home.centre
    const away = Math.hypot(x - homeX, y - homeY) / resolution
    return away < 1 && Math.abs(Math.log2(resolution / home.resolution)) < 0.01
  }

  function show(target: Target, { mine, smooth }: { mine: boolean; smooth: boolean }): void {
    const centre = fromLonLat(toArray('box' in target ? centreOfDrawn(target.box) : target.point))
    const wanted = 'box' in target ? resolutionFor(target) : view.getResolutionForZoom(target.zoom)
    const resolution = view.getConstrainedResolution(wanted) ?? wanted
    if (mine) home = { centre, resolution }
    view.cancelAnimations()
    if (smooth) {
      view.animate({ center: centre, resolution, duration: duration(MOVE_MS) })
      return
    }
    view.setCenter(centre)
    view.setResolution(resolution)
    // Render now, so that no marker is visible at its old position.
    map.renderSync()
    for (const listener of restListeners) listener()
  }

  function resolutionFor({ box, closest }: { box: Box; closest: number | null }): number {
    const [width = 1, height = 1] = map.getSize() ?? []
    const margin = closest === null ? 0 : Math.min(MARGIN, width / 4, height / 4)
    const drawn = transformExtent([...box], 'EPSG:4326', 'EPSG:3857')
    const fitting = view.getResolutionForExtent(drawn, [width - 2 * margin, height - 2 * margin])
    return closest === null ? fitting : Math.max(fitting, view.getResolutionForZoom(closest))
  }

  /** From the map's top left corner. */
  function pixelOf(point: Point): [number, number] {
    const [x = 0, y = 0] = map.getPixelFromCoordinate(fromLonLat(toArray(point))) ?? []
    return [x, y]
  }

  /** Returns the new centre. */
  function panBy(x: number, y: number): number[] {
    const [[centreX = 0, centreY = 0] = [], resolution = 1] = [view.getCenter(), view.getResolution()]
    view.cancelAnimations()
    const wanted = [centreX + x * resolution, centreY - y * resolution]
    const center = view.getConstrainedCenter(wanted) ?? wanted
    view.animate({ center, duration: duration(PAN_MS) })
    return center
  }

  return {
    element,
    overlay,
    view: currentView,
    show,
    panBy: (x, y) => void panBy(x, y),
    zoomBy: (levels) => zoomByDelta(view, levels, undefined, duration(MOVE_MS)),
    reveal(point, covered = 0) {
      const [width = 0, height = 0] = map.getSize() ?? []
      const [x, y] = pixelOf(point)
      const [moveX, moveY] = [outside(x, width), outside(y, height - covered)]
      if (moveX === 0 && moveY === 0) return
      const wasHome = isHome()
      const centre = panBy(moveX, moveY)
      // Not the visitor's move: keep it the home position.
      if (wasHome) home = { ...home, centre }
    },
    pointAt: (at) => pointOf(map.getEventCoordinate(at as MouseEvent)),
    pointBeside(point, x, y) {
      const [right = 0, down = 0] = pixelOf(point)
      return pointOf(map.getCoordinateFromPixel([right + x, down + y]))
    },
    opens: (box) => resolutionFor({ box, closest: MAX_ZOOM }) * CLOSER < (view.getResolution() ?? 0),
    wasDragged: () => dragged,
    onFrame(listener) {
      const draw = ({ frameState }: MapEvent) => {
        if (frameState) listener(toFrame(frameState))
      }
      map.on('postrender', draw)
      map.renderSync()
      return () => map.un('postrender', draw)
    },
    onRest(listener) {
      restListeners.add(listener)
      return () => restListeners.delete(listener)
    },
    dispose() {
      element.removeEventListener('pointerdown', startPress, { capture: true })
      restListeners.clear()
      disposeGround()
      map.dispose()
    },
  }
}

/** The projected centre; the mean latitude would be off. */
function centreOfDrawn(box: Box): Point {
  const [west = 0, south = 0, east = 0, north = 0] = transformExtent([...box], 'EPSG:4326', 'EPSG:3857')
  const [longitude = 0, latitude = 0] = toLonLat([(west + east) / 2, (south + north) / 2])
  return { longitude, latitude: Number.isFinite(latitude) ? latitude : centreOf(box).latitude }
}

function pointOf(coordinate: number[]): Point {
  const [longitude = 0, latitude = 0] = toLonLat(coordinate)
  return { longitude, latitude }
}

function toArray({ longitude, latitude }: Point): [number, number] {
  return [longitude, latitude]
}

/** Pixels beyond the margin; 0 inside. */
function outside(at: number, length: number): number {
  if (at < MARGIN) return at - MARGIN
  return at > length - MARGIN ? at - (length - MARGIN) : 0
}

function duration(milliseconds: number): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : milliseconds
}

function toFrame({ viewState, size }: NonNullable<MapEvent['frameState']>): Frame {
  const [x = 0, y = 0] = viewState.center
  const [width = 0, height = 0] = size
  return { centre: [x, y], resolution: viewState.resolution, size: [width, height] }
}

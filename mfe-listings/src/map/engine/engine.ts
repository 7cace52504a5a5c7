import { zoomByDelta } from 'ol/interaction/Interaction.js'
import OlMap from 'ol/Map.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import type MapEvent from 'ol/MapEvent.js'
import { fromLonLat, toLonLat, transformExtent } from 'ol/proj.js'
import View from 'ol/View.js'
import { type Box, centreOf, type Point } from '../geo.ts'
import type { Target } from '../target.ts'
import { gestures } from './gestures.ts'
import { type Ground, groundLayers } from './ground.ts'

/** One drawn picture: projected metres, metres a pixel, pixels. */
export interface Frame {
  centre: readonly [number, number]
  resolution: number
  size: readonly [number, number]
}

/** What the map shows while it rests. */
export interface Look {
  box: Box
  zoom: number
  /** Whether the visitor moved it away from what it was last told to show. */
  moved: boolean
}

export interface EngineOptions {
  ground: Ground
  target: Target
  /** Whether one finger moves the map; otherwise it scrolls the page, and two move the map. */
  oneFinger: boolean
  /** Called when the wheel was turned over the map without zooming it. */
  onWheel: () => void
}

/** A map without React: what it shows, what moves with it, and who is told. */
export interface MapEngine {
  /** What has the focus while keys move the map. */
  readonly element: HTMLElement
  /** Lies over the map and in it: a gesture that begins on its content moves the map. */
  readonly overlay: HTMLElement
  look(): Look
  /** `mine`: the map is where it belongs; otherwise it counts as moved by the visitor. */
  show(target: Target, how: { mine: boolean; smooth: boolean }): void
  zoomBy(levels: number): void
  /** In pixels, right and down. */
  panBy(x: number, y: number): void
  /** Moves the map as little as it takes to see the place above what covers so many pixels at the bottom. */
  reveal(point: Point, covered?: number): void
  /** The place under a point of the screen, as events name it. */
  pointAt(at: { clientX: number; clientY: number }): Point
  /** The place so many pixels right of and below another. */
  pointBeside(point: Point, x: number, y: number): Point
  /** Whether showing an area would bring it noticeably closer. */
  opens(box: Box): boolean
  /** Whether the press that ends now has moved the map: then it is no click. */
  wasDragged(): boolean
  /** Called with each picture drawn, and once at once. Answers what ends it. */
  onFrame(listener: (frame: Frame) => void): () => void
  /** Called when the map rests after a move or another size. Answers what ends it. */
  onRest(listener: () => void): () => void
  dispose(): void
}

/** As close as tiles go. */
export const MAX_ZOOM = 19
const MOVE_MS = 250
const PAN_MS = 120
/** Pixels that stay free around what is to be seen: half a marker and the controls. */
const MARGIN = 104
/** A fifth of a level is hardly seen. */
const CLOSER = 1.15

/** Puts a map into an element that has its size by itself. `dispose` takes everything away again. */
export function createEngine(element: HTMLElement, options: EngineOptions): MapEngine {
  const view = new View({ minZoom: 2, maxZoom: MAX_ZOOM, enableRotation: false })
  const { layers, dispose: disposeGround } = groundLayers(element, options.ground)
  const map = new OlMap({ target: element, view, layers, controls: [], interactions: gestures(options) })
  const overlay = map.getOverlayContainer()
  if (!overlay) throw new Error('The map was given a canvas. Give it an element that can have children.')
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

  /** A double click on a marker is two clicks on it. */
  function zoomAt({ coordinate, originalEvent }: MapBrowserEvent): void {
    if (originalEvent.target instanceof Element && originalEvent.target.closest('button')) return
    zoomByDelta(view, 1, coordinate, duration(MOVE_MS))
  }

  function look(): Look {
    const [west = 0, south = 0, east = 0, north = 0] = transformExtent(extent(), 'EPSG:3857', 'EPSG:4326')
    return { box: [west, south, east, north], zoom: view.getZoom() ?? 0, moved: !isHome() }
  }

  function extent() {
    return view.calculateExtent(map.getSize())
  }

  /** Half a pixel and a hundredth of a level are rounding, not a move. */
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
    // What stands on the map is never seen where it stood before.
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

  /** In pixels, from the map's upper left corner. */
  function pixelOf(point: Point): [number, number] {
    const [x = 0, y = 0] = map.getPixelFromCoordinate(fromLonLat(toArray(point))) ?? []
    return [x, y]
  }

  /** Answers the centre it goes to. */
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
    look,
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
      // It was not the visitor who moved it.
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

/** The middle as it is drawn: in degrees it would be too far north or south. */
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

/** How far a place lies beyond the edge, less the margin; 0 inside. */
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

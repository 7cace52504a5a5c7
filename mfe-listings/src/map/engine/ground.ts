import type BaseLayer from 'ol/layer/Base.js'
import Layer from 'ol/layer/Layer.js'
import TileLayer from 'ol/layer/Tile.js'
import XYZ from 'ol/source/XYZ.js'
import { readColours } from './colours.ts'
import { loadLand } from './land.ts'
import { drawOutline } from './outline.ts'

export interface Ground {
  /** The template of the tiles: `{z}`, `{x}`, `{y}` and perhaps `{s}`; null for the outline alone. */
  tiles: string | null
  /** The class of the tiles' layer, for a style that dims them in the dark. */
  tilesClass: string
  /** The outline could not be loaded: the map goes on without it. */
  onError: (error: Error) => void
}

/** What lies under the markers: the land's outline, and over it the tiles that come. */
export function groundLayers(element: HTMLElement, ground: Ground): { layers: BaseLayer[]; dispose(): void } {
  const outline = outlineLayer(element, ground)
  const layers = ground.tiles === null ? [outline.layer] : [outline.layer, tileLayer(ground.tiles, ground.tilesClass)]
  return { layers, dispose: outline.dispose }
}

function tileLayer(template: string, className: string): BaseLayer {
  const url = template.replace('{s}', '{a-c}')
  return new TileLayer({ className, source: new XYZ({ url, maxZoom: 19, crossOrigin: null }) })
}

/** Redrawn when its outline has come, and in other colours when the visitor's device turns dark or light. */
function outlineLayer(element: HTMLElement, { tiles, onError }: Ground): { layer: Layer; dispose(): void } {
  const canvas = document.createElement('canvas')
  // A layer that finds a bare canvas beneath it draws into that.
  const container = document.createElement('div')
  container.style.position = 'absolute'
  container.append(canvas)
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  let colours = readColours(element)
  let land: Path2D | null = null
  const layer = new Layer({
    render(frame) {
      drawOutline(canvas, frame, { land, colours, labelled: tiles === null })
      return container
    },
  })
  loadLand().then((path) => {
    land = path
    layer.changed()
  }, onError)
  const recolour = () => {
    colours = readColours(element)
    layer.changed()
  }
  dark.addEventListener('change', recolour)
  return { layer, dispose: () => dark.removeEventListener('change', recolour) }
}

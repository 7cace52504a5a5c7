import type BaseLayer from 'ol/layer/Base.js'
import Layer from 'ol/layer/Layer.js'
import TileLayer from 'ol/layer/Tile.js'
import XYZ from 'ol/source/XYZ.js'
import { readColours } from './colours.ts'
import { loadLand } from './land.ts'
import { drawOutline } from './outline.ts'

export interface Ground {
  /** URL template with `{z}`, `{x}`, `{y}` and optionally `{s}`; null for the outline alone. */
  tiles: string | null
  /** Class of the tile layer, for dimming in dark mode. */
  tilesClass: string
  /** The outline failed to load; the map works without it. */
  onError: (error: Error) => void
}

/** The base layers: the land's outline, covered by tiles where they load. */
export function groundLayers(element: HTMLElement, ground: Ground): { layers: BaseLayer[]; dispose(): void } {
  const outline = outlineLayer(element, ground)
  const layers = ground.tiles === null ? [outline.layer] : [outline.layer, tileLayer(ground.tiles, ground.tilesClass)]
  return { layers, dispose: outline.dispose }
}

function tileLayer(template: string, className: string): BaseLayer {
  const url = template.replace('{s}', '{a-c}')
  return new TileLayer({ className, source: new XYZ({ url, maxZoom: 19, crossOrigin: null }) })
}

/** Redraws when the outline has loaded, and when the colour scheme changes. */
function outlineLayer(element: HTMLElement, { tiles, onError }: Ground): { layer: Layer; dispose(): void } {
  const canvas = document.createElement('canvas')
  // OpenLayers would reuse a bare canvas of the layer below.
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

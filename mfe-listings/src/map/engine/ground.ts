import type BaseLayer from 'ol/layer/Base.js'
import Layer from 'ol/layer/Layer.js'
import { readColours } from './colours.ts'
import { loadLand } from './land.ts'
import { drawOutline } from './outline.ts'
import { tileLayer } from './tiles.ts'

export interface Ground {
  /** URL template with `{z}`, `{x}`, `{y}` and optionally `{s}`; null for the outline alone. */
  tiles: string | null
  /** Class of the tile layer, for dimming in dark mode. */
  tilesClass: string
  /** The outline failed to load; the map works without it. */
  onError: (error: Error) => void
}

/** The base layers: the land's outline, covered by tiles where they load. It has labels while there are no tiles. */
export function groundLayers(element: HTMLElement, ground: Ground): { layers: BaseLayer[]; dispose(): void } {
  const outline = outlineLayer(element, ground)
  if (ground.tiles === null) return { layers: [outline.layer], dispose: outline.dispose }
  const tiles = tileLayer({ template: ground.tiles, className: ground.tilesClass, onMissing: outline.label })
  return {
    layers: [outline.layer, tiles.layer],
    dispose() {
      tiles.dispose()
      outline.dispose()
    },
  }
}

interface Outline {
  layer: Layer
  /** Whether to draw cities and a grid. */
  label(isLabelled: boolean): void
  dispose(): void
}

/** Redraws when the outline or a font has loaded, and when the colour scheme changes. */
function outlineLayer(element: HTMLElement, { tiles, onError }: Ground): Outline {
  const canvas = document.createElement('canvas')
  // OpenLayers would reuse a bare canvas of the layer below.
  const container = document.createElement('div')
  container.style.position = 'absolute'
  container.append(canvas)
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  let colours = readColours(element)
  let land: Path2D | null = null
  let labelled = tiles === null
  const layer = new Layer({
    render(frame) {
      drawOutline(canvas, frame, { land, colours, labelled })
      return container
    },
  })
  loadLand().then((path) => {
    land = path
    layer.changed()
  }, onError)
  const restyle = () => {
    colours = readColours(element)
    layer.changed()
  }
  dark.addEventListener('change', restyle)
  document.fonts.addEventListener('loadingdone', restyle)
  return {
    layer,
    label(isLabelled) {
      labelled = isLabelled
      layer.changed()
    },
    dispose() {
      dark.removeEventListener('change', restyle)
      document.fonts.removeEventListener('loadingdone', restyle)
    },
  }
}

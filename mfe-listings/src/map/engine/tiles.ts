import type BaseLayer from 'ol/layer/Base.js'
import TileLayer from 'ol/layer/Tile.js'
import XYZ from 'ol/source/XYZ.js'
import type Tile from 'ol/Tile.js'
import { watchTiles } from './tile-watch.ts'

interface TilesOptions {
  /** URL template with `{z}`, `{x}`, `{y}` and optionally `{s}`. */
  template: string
  className: string
  onMissing: (areMissing: boolean) => void
}

export function tileLayer({ template, className, onMissing }: TilesOptions): { layer: BaseLayer; dispose(): void } {
  const url = template.replace('{s}', '{a-c}')
  const source = new XYZ({ url, maxZoom: 19, crossOrigin: null })
  const urlOf = source.getTileUrlFunction()
  let reloads = 0
  const watch = watchTiles({
    onMissing,
    probe: isThere,
    reload() {
      reloads++
      // With a new key OpenLayers shows the tiles that it has until the new ones have loaded.
      source.setTileUrlFunction(urlOf, `${url} ${reloads}`)
    },
  })
  source.on('tileloadstart', watch.started)
  source.on('tileloadend', watch.loaded)
  source.on('tileloaderror', ({ tile }) => watch.failed(addressOf(tile)))
  window.addEventListener('online', watch.retry)

  function addressOf(tile: Tile): string {
    const projection = source.getProjection()
    // Wraps tile columns beyond the date line.
    const at = source.getTileCoordForTileUrlFunction(tile.tileCoord)
    return (at && projection && urlOf(at, 1, projection)) ?? ''
  }

  return {
    layer: new TileLayer({ className, source }),
    dispose() {
      window.removeEventListener('online', watch.retry)
      source.dispose()
      watch.dispose()
    },
  }
}

function isThere(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve(true)
    image.onerror = () => resolve(false)
    image.src = url
  })
}

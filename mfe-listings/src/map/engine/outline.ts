import type { FrameState } from 'ol/Map.js'
import { drawLabels } from './city-labels.ts'
import type { OutlineColours } from './colours.ts'
import { drawGraticule } from './graticule.ts'

interface Drawing {
  /** In projected metres; null while loading. */
  land: Path2D | null
  colours: OutlineColours
  /** Draws cities and a grid, if there are no tiles for orientation. */
  labelled: boolean
}

/** Draws no borders: some are disputed. */
export function drawOutline(canvas: HTMLCanvasElement, frame: FrameState, drawing: Drawing): void {
  const context = canvas.getContext('2d')
  if (!context) return
  fit(canvas, frame)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, canvas.width, canvas.height)
  if (drawing.land) drawLand(context, frame, drawing.land, drawing.colours)
  if (!drawing.labelled) return
  context.setTransform(frame.pixelRatio, 0, 0, frame.pixelRatio, 0, 0)
  drawGraticule(context, frame, drawing.colours.coast)
  drawLabels(context, frame, drawing.colours)
}

/** Setting a canvas's size clears it, so set it only on change. */
function fit(canvas: HTMLCanvasElement, { size: [width = 0, height = 0], pixelRatio }: FrameState): void {
  const [pixelsX, pixelsY] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)]
  if (canvas.width === pixelsX && canvas.height === pixelsY) return
  canvas.width = pixelsX
  canvas.height = pixelsY
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
}

function drawLand(context: CanvasRenderingContext2D, frame: FrameState, land: Path2D, colours: OutlineColours): void {
  const { viewState, size, pixelRatio } = frame
  const scale = pixelRatio / viewState.resolution
  const [x = 0, y = 0] = viewState.center
  const [width = 0, height = 0] = size
  context.setTransform(scale, 0, 0, -scale, (width / 2) * pixelRatio - x * scale, (height / 2) * pixelRatio + y * scale)
  context.fillStyle = colours.land
  context.fill(land, 'evenodd')
  context.strokeStyle = colours.coast
  context.lineWidth = viewState.resolution
  context.stroke(land)
}

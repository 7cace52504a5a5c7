import type { FrameState } from 'ol/Map.js'
import { fromLonLat, toLonLat } from 'ol/proj.js'

/** Minimum pixels between two lines. */
const SPACING = 110
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20]
const FAINT = 0.25

/** Lines of longitude and latitude show movement and scale on a plain map. */
export function drawGraticule(context: CanvasRenderingContext2D, frame: FrameState, colour: string): void {
  const { viewState, size } = frame
  const [width = 0, height = 0] = size
  const [centreX = 0, centreY = 0] = viewState.center
  const toX = (metres: number) => (metres - centreX) / viewState.resolution + width / 2
  const toY = (metres: number) => (centreY - metres) / viewState.resolution + height / 2
  const corner = (x: number, y: number) =>
    toLonLat([centreX + x * viewState.resolution, centreY + y * viewState.resolution])
  const [west = 0, south = 0] = corner(-width / 2, -height / 2)
  const [east = 0, north = 0] = corner(width / 2, height / 2)
  const step = stepFor(((east - west) / width) * SPACING)

  context.beginPath()
  for (const longitude of linesBetween(west, east, step)) {
    const x = Math.round(toX(fromLonLat([longitude, 0])[0] ?? 0)) + 0.5
    context.moveTo(x, 0)
    context.lineTo(x, height)
  }
  for (const latitude of linesBetween(south, north, step)) {
    const y = Math.round(toY(fromLonLat([0, latitude])[1] ?? 0)) + 0.5
    context.moveTo(0, y)
    context.lineTo(width, y)
  }
  context.globalAlpha = FAINT
  context.strokeStyle = colour
  context.lineWidth = 1
  context.stroke()
  context.globalAlpha = 1
}

function stepFor(degrees: number): number {
  return STEPS.find((step) => step >= degrees) ?? 30
}

function linesBetween(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, index) => (first + index) * step)
}

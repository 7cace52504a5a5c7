import type { FrameState } from 'ol/Map.js'
import { fromLonLat } from 'ol/proj.js'
import type { OutlineColours } from './colours.ts'

type City = readonly [name: string, longitude: number, latitude: number]

/** By size: on overlap the later one is left out. */
const CITIES: readonly City[] = [
  ['Delhi', 77.21, 28.61],
  ['Mumbai', 72.88, 19.08],
  ['Kolkata', 88.36, 22.57],
  ['Bengaluru', 77.59, 12.97],
  ['Chennai', 80.27, 13.08],
  ['Hyderabad', 78.48, 17.39],
  ['Ahmedabad', 72.58, 23.02],
  ['Pune', 73.86, 18.52],
  ['Jaipur', 75.79, 26.91],
  ['Lucknow', 80.95, 26.85],
  ['Nagpur', 79.09, 21.15],
  ['Surat', 72.83, 21.17],
  ['Kochi', 76.27, 9.93],
  ['Bhopal', 77.41, 23.26],
  ['Patna', 85.14, 25.59],
  ['Visakhapatnam', 83.22, 17.69],
  ['Guwahati', 91.74, 26.14],
  ['Chandigarh', 76.78, 30.73],
  ['Srinagar', 74.8, 34.08],
  ['Bhubaneswar', 85.82, 20.3],
  ['Indore', 75.86, 22.72],
  ['Coimbatore', 76.96, 11.02],
  ['Thiruvananthapuram', 76.94, 8.52],
  ['Ranchi', 85.31, 23.34],
  ['Raipur', 81.63, 21.25],
  ['Vadodara', 73.18, 22.31],
  ['Kanpur', 80.33, 26.45],
  ['Varanasi', 82.97, 25.32],
  ['Nashik', 73.79, 20],
  ['Mysuru', 76.64, 12.3],
  ['Mangaluru', 74.86, 12.91],
  ['Vijayawada', 80.65, 16.51],
  ['Madurai', 78.12, 9.93],
  ['Jodhpur', 73.02, 26.24],
  ['Udaipur', 73.71, 24.58],
  ['Rajkot', 70.8, 22.3],
  ['Amritsar', 74.87, 31.63],
  ['Dehradun', 78.03, 30.32],
  ['Panaji', 73.83, 15.49],
  ['Puducherry', 79.81, 11.94],
  ['Siliguri', 88.43, 26.73],
  ['London', -0.13, 51.51],
  ['Birmingham', -1.9, 52.48],
  ['Manchester', -2.24, 53.48],
]

/** Closer, a city is larger than the map, and a label would mark an arbitrary point. */
const CLOSEST_ZOOM = 13
const SIZE = 12
const GAP = 8

interface Label {
  text: string
  /** Projected metres. */
  x: number
  y: number
}

let placed: { resolution: number; labels: Label[] } | undefined

/** Draws the city names that fit at this zoom. Cached by resolution, so that panning does not change the selection. */
export function drawLabels(context: CanvasRenderingContext2D, frame: FrameState, colours: OutlineColours): void {
  const { viewState, size } = frame
  if (viewState.zoom > CLOSEST_ZOOM) return
  const [width = 0, height = 0] = size
  const [centreX = 0, centreY = 0] = viewState.center
  context.font = `${SIZE}px ${colours.font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = colours.label
  if (placed?.resolution !== viewState.resolution) {
    placed = { resolution: viewState.resolution, labels: choose(context, viewState.resolution) }
  }
  for (const { text, x, y } of placed.labels) {
    context.fillText(
      text,
      (x - centreX) / viewState.resolution + width / 2,
      (centreY - y) / viewState.resolution + height / 2,
    )
  }
}

function choose(context: CanvasRenderingContext2D, resolution: number): Label[] {
  const chosen: (Label & { half: number })[] = []
  for (const [text, longitude, latitude] of CITIES) {
    const [x = 0, y = 0] = fromLonLat([longitude, latitude])
    const half = context.measureText(text).width / 2 + GAP
    const meets = chosen.some(
      (other) =>
        Math.abs(other.x - x) / resolution < other.half + half && Math.abs(other.y - y) / resolution < SIZE + GAP,
    )
    if (!meets) chosen.push({ text, x, y, half })
  }
  return chosen
}

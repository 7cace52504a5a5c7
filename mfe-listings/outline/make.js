import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { feature } from 'topojson-client'
import { planarRingArea, planarTriangleArea, presimplify, simplify } from 'topojson-simplify'

const SOURCE = fileURLToPath(import.meta.resolve('world-atlas/land-10m.json'))
const TARGET = new URL('../src/map/land.json', import.meta.url)

/** Steps per degree: 500 are about 220 m each. */
const STEPS = 500

/** Smallest corner and island to keep, in square degrees: fine around the homes, coarse elsewhere. */
const DETAIL = [
  { west: 64, south: 4, east: 99, north: 38, corner: 0.0003, island: 0.002 },
  // Visible when the map shows all of India.
  { west: 30, south: -12, east: 126, north: 45, corner: 0.01, island: 0.03 },
  // The specification centres an empty map on England.
  { west: -12, south: 48, east: 4, north: 61, corner: 0.004, island: 0.02 },
  { west: -180, south: -90, east: 180, north: 90, corner: 0.15, island: 0.15 },
]

/** @param {readonly number[]} point longitude, latitude */
function detailAt([x, y]) {
  return DETAIL.find(({ west, south, east, north }) => x >= west && x <= east && y >= south && y <= north)
}

/**
 * Encodes a ring as deltas between points, in whole steps: half the bytes.
 * @param {readonly (readonly number[])[]} ring longitudes and latitudes
 */
function toSteps(ring) {
  let [lastX, lastY] = [0, 0]
  return ring.flatMap(([longitude, latitude]) => {
    const [x, y] = [Math.round(longitude * STEPS), Math.round(latitude * STEPS)]
    const way = [x - lastX, y - lastY]
    ;[lastX, lastY] = [x, y]
    return way
  })
}

/** @param {readonly (readonly number[])[]} ring */
function isLarge(ring) {
  return planarRingArea(ring) > detailAt(ring[0]).island
}

const atlas = JSON.parse(await readFile(SOURCE, 'utf8'))
const weighed = presimplify(atlas, (corner) => planarTriangleArea(corner) / detailAt(corner[1]).corner)
const land = simplify(weighed, 1)
const shapes = feature(land, land.objects.land).features.map(({ geometry }) => geometry)
const polygons = shapes.flatMap(({ type, coordinates }) => (type === 'Polygon' ? [coordinates] : coordinates))
const rings = polygons.flat().filter(isLarge).map(toSteps)
await writeFile(TARGET, `${JSON.stringify({ steps: STEPS, rings })}\n`)

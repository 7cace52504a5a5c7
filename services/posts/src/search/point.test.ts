import { expect, test } from 'vitest'
import { type Box, boxesAround, distanceBetween, type Point } from './point.ts'

test('distances match real ones', () => {
  const [pune, mumbai] = [
    { lat: 18.5204, lng: 73.8567 },
    { lat: 19.076, lng: 72.8777 },
  ]
  expect(distanceBetween(pune, mumbai) / 1_000).toBeCloseTo(120.1, 0)
  expect(distanceBetween(pune, pune)).toBe(0)
  expect(distanceBetween({ lat: 0, lng: 179.999 }, { lat: 0, lng: -179.999 })).toBeLessThan(250)
})

test.each([
  { lat: 18.5, lng: 73.8 },
  { lat: 0, lng: 180 },
  { lat: -16.8, lng: -179.99 },
  { lat: 89.99, lng: 10 },
])('the boxes around %j contain all nearby points', (point) => {
  for (const metres of [300, 5_000, 80_000]) {
    const boxes = boxesAround(point, metres)
    for (let degree = 0; degree < 360; degree += 15) {
      const step = (0.99 * metres) / 111_195
      const lat = point.lat + step * Math.cos((degree * Math.PI) / 180)
      const east = point.lng + (step * Math.sin((degree * Math.PI) / 180)) / Math.cos((lat * Math.PI) / 180)
      if (lat > 89.995 || lat < -89.995) continue
      const lng = ((((east + 180) % 360) + 360) % 360) - 180
      if (distanceBetween(point, { lat, lng }) > metres) continue
      expect({ degree, metres, isHeld: boxes.some((box) => isInside(box, { lat, lng })) }).toMatchObject({
        isHeld: true,
      })
    }
  }
})

function isInside({ west, south, east, north }: Box, { lat, lng }: Point): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north
}

import { expect, test } from 'vitest'
import { randomFrom } from '../testing/random-listings.ts'
import { extentOf, gridOf, quadkeyOf } from './quadkey.ts'

test('points near each other share their larger cells', () => {
  const baner = quadkeyOf({ lat: 18.559, lng: 73.7868 }, 16)
  expect(baner).toMatch(/^[0-3]{16}$/)
  expect(quadkeyOf({ lat: 18.5074, lng: 73.8077 }, 16).slice(0, 9)).toBe(baner.slice(0, 9))
  expect(quadkeyOf({ lat: 28.6139, lng: 77.209 }, 16).slice(0, 6)).not.toBe(baner.slice(0, 6))
  expect(baner.startsWith(quadkeyOf({ lat: 18.559, lng: 73.7868 }, 11))).toBe(true)
})

test('a cell covers the points that it is the cell of, to the poles', () => {
  const random = randomFrom(7)
  for (let tries = 0; tries < 2_000; tries += 1) {
    const point = { lat: 180 * random() - 90, lng: 360 * random() - 180 }
    const { west, south, east, north } = extentOf(quadkeyOf(point, 1 + Math.floor(16 * random())))
    expect(point.lng).toBeGreaterThanOrEqual(west)
    expect(point.lng).toBeLessThanOrEqual(east)
    expect(point.lat).toBeGreaterThanOrEqual(south - 1e-9)
    expect(point.lat).toBeLessThanOrEqual(north + 1e-9)
  }
})

test.each([
  { lat: 90, lng: 180 },
  { lat: -90, lng: -180 },
])('the corner %j of the map has a cell', (point) => {
  expect(quadkeyOf(point, 16)).toMatch(/^(1{16}|2{16})$/)
})

test('a grid is every cell that a box touches', () => {
  const box = { west: 72.7, south: 18.3, east: 74.1, north: 19.3 }
  const { size, keys } = gridOf(box, 9)
  const touched = keys().filter((key) => {
    const cell = extentOf(key)
    return cell.west <= box.east && cell.east >= box.west && cell.south <= box.north && cell.north >= box.south
  })
  expect(new Set(touched).size).toBe(size)
  expect(keys()).toContain(quadkeyOf({ lat: 18.9, lng: 73.4 }, 9))
  expect(gridOf({ west: -180, south: -90, east: 180, north: 90 }, 0).keys()).toEqual([''])
  expect(gridOf({ west: 5, south: 5, east: 5, north: 5 }, 16).size).toBe(1)
})

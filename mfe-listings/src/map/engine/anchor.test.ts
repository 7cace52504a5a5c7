import { expect, it } from 'vitest'
import { offsetFor } from './anchor.ts'

const MAP = [800, 600] as const
const POPUP = [260, 300] as const

it('stands above its place where there is room', () => {
  expect(offsetFor([400, 500], POPUP, MAP)).toEqual([-130, -344])
})

it('stands below its place near the upper edge', () => {
  expect(offsetFor([400, 100], POPUP, MAP)).toEqual([-130, 22])
})

it('stands beside its place where it is too high for anything else', () => {
  const high = [260, 500] as const
  expect(offsetFor([300, 300], high, MAP)).toEqual([44, -250])
  expect(offsetFor([600, 300], high, MAP)).toEqual([-304, -250])
})

it('stays inside the map, and beside its controls, at its sides and in its corners', () => {
  for (const place of [
    [0, 0],
    [800, 0],
    [0, 600],
    [800, 600],
    [790, 300],
  ] as const) {
    const [right, down] = offsetFor(place, POPUP, MAP)
    const [left, top] = [place[0] + right, place[1] + down]
    expect(left).toBeGreaterThanOrEqual(8)
    expect(left + POPUP[0]).toBeLessThanOrEqual(MAP[0] - 64)
    expect(top).toBeGreaterThanOrEqual(8)
    expect(top + POPUP[1]).toBeLessThanOrEqual(MAP[1] - 8)
  }
})

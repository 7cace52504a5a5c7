import { expect, it } from 'vitest'
import { offsetFor } from './anchor.ts'

const MAP = [800, 600] as const
const POPUP = [260, 300] as const

it('is placed above its point if there is room', () => {
  expect(offsetFor([400, 500], POPUP, MAP)).toEqual([-130, -344])
})

it('is placed below its point near the upper edge', () => {
  expect(offsetFor([400, 100], POPUP, MAP)).toEqual([-130, 22])
})

it('is placed beside its point if it is too tall', () => {
  const high = [260, 500] as const
  expect(offsetFor([300, 300], high, MAP)).toEqual([44, -250])
  expect(offsetFor([600, 300], high, MAP)).toEqual([-304, -250])
})

it('stays inside the map and clear of its controls at the edges and in the corners', () => {
  for (const point of [
    [0, 0],
    [800, 0],
    [0, 600],
    [800, 600],
    [790, 300],
  ] as const) {
    const [right, down] = offsetFor(point, POPUP, MAP)
    const [left, top] = [point[0] + right, point[1] + down]
    expect(left).toBeGreaterThanOrEqual(8)
    expect(left + POPUP[0]).toBeLessThanOrEqual(MAP[0] - 64)
    expect(top).toBeGreaterThanOrEqual(8)
    expect(top + POPUP[1]).toBeLessThanOrEqual(MAP[1] - 8)
  }
})

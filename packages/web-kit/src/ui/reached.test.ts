import { describe, expect, it } from 'vitest'
import { nextReached } from './reached.ts'

const of = (...values: string[]) => values.map((value) => ({ value }))

describe('the suggestion that the keys reach', () => {
  it('goes through the list and the text in turn, either way', () => {
    const all = of('Nagpur', 'Nashik')
    expect(nextReached(all, null, 1)).toBe('Nagpur')
    expect(nextReached(all, 'Nagpur', 1)).toBe('Nashik')
    expect(nextReached(all, 'Nashik', 1)).toBeNull()
    expect(nextReached(all, null, -1)).toBe('Nashik')
    expect(nextReached(all, 'Nagpur', -1)).toBeNull()
  })

  it('is the neighbour in the list as it is now', () => {
    expect(nextReached(of('Nasirabad', 'Nashik', 'Nasrullaganj'), 'Nashik', 1)).toBe('Nasrullaganj')
  })

  it('begins at an end when the one reached is gone', () => {
    expect(nextReached(of('Nagpur', 'Nashik'), 'Pune', 1)).toBe('Nagpur')
    expect(nextReached(of('Nagpur', 'Nashik'), 'Pune', -1)).toBe('Nashik')
  })

  it('is the text where nothing is suggested', () => expect(nextReached([], 'Pune', 1)).toBeNull())
})

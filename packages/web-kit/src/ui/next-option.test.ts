import { describe, expect, it } from 'vitest'
import { nextOption } from './next-option.ts'

const of = (...values: string[]) => values.map((value) => ({ value }))

describe('the suggestion that the keys reach', () => {
  it('goes through the list and the text in turn, either way', () => {
    const all = of('Nagpur', 'Nashik')
    expect(nextOption(all, null, 1)).toBe('Nagpur')
    expect(nextOption(all, 'Nagpur', 1)).toBe('Nashik')
    expect(nextOption(all, 'Nashik', 1)).toBeNull()
    expect(nextOption(all, null, -1)).toBe('Nashik')
    expect(nextOption(all, 'Nagpur', -1)).toBeNull()
  })

  it('is the neighbour in the list as it is now', () => {
    expect(nextOption(of('Nasirabad', 'Nashik', 'Nasrullaganj'), 'Nashik', 1)).toBe('Nasrullaganj')
  })

  it('begins at an end when the one reached is gone', () => {
    expect(nextOption(of('Nagpur', 'Nashik'), 'Pune', 1)).toBe('Nagpur')
    expect(nextOption(of('Nagpur', 'Nashik'), 'Pune', -1)).toBe('Nashik')
  })

  it('is the text where nothing is suggested', () => expect(nextOption([], 'Pune', 1)).toBeNull())
})

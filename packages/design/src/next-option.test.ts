import { describe, expect, it } from 'vitest'
import { nextOption } from './next-option.ts'

const of = (...values: string[]) => values.map((value) => ({ value }))

describe('nextOption', () => {
  it('cycles through the suggestions and the text in both directions', () => {
    const all = of('Nagpur', 'Nashik')
    expect(nextOption(all, null, 1)).toBe('Nagpur')
    expect(nextOption(all, 'Nagpur', 1)).toBe('Nashik')
    expect(nextOption(all, 'Nashik', 1)).toBeNull()
    expect(nextOption(all, null, -1)).toBe('Nashik')
    expect(nextOption(all, 'Nagpur', -1)).toBeNull()
  })

  it('uses the current list', () => {
    expect(nextOption(of('Nasirabad', 'Nashik', 'Nasrullaganj'), 'Nashik', 1)).toBe('Nasrullaganj')
  })

  it('starts at an end if the current option is gone', () => {
    expect(nextOption(of('Nagpur', 'Nashik'), 'Pune', 1)).toBe('Nagpur')
    expect(nextOption(of('Nagpur', 'Nashik'), 'Pune', -1)).toBe('Nashik')
  })

  it('returns to the text without suggestions', () => expect(nextOption([], 'Pune', 1)).toBeNull())
})

import { expect, it } from 'vitest'
import { boxText, parseBox } from './geo.ts'

it('reads an area from the URL', () => {
  expect(parseBox('72.8,18.5,73.9,19.1')).toEqual([72.8, 18.5, 73.9, 19.1])
})

it.each([null, '', '1,2,3', '1,2,3,4,5', 'a,b,c,d', '1,,3,4', '74,18,72,19', '72,19,74,18', '1,2,3,Infinity'])(
  'returns null for %j',
  (text) => {
    expect(parseBox(text)).toBeNull()
  },
)

it('writes an area with a precision of about a metre, within the searchable range', () => {
  expect(boxText([72.123456, 18, 73.9, 19.1])).toBe('72.12346,18,73.9,19.1')
  expect(boxText([-181, -89, 190, 88])).toBe('-180,-85,180,85')
})

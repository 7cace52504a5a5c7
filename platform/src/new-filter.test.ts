import { expect, it } from 'vitest'
import { newFilter } from '../bin/lib/new/filter.js'

it('a new filter takes whole numbers that may be unknown, and nothing else', () => {
  expect(() => newFilter('minSize')).toThrow('Search already has "size"')
  expect(() => newFilter('maxBedroom')).toThrow('Search already has "bedroom"')
  expect(() => newFilter('minTitle')).toThrow('whole-number field')
})

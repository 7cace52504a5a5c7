import { expect, it } from 'vitest'
import { newFilter } from '../bin/lib/new/filter.js'

it('a new filter takes whole numbers that may be unknown, and nothing else', () => {
  expect(() => newFilter('minSize')).toThrow('Search keeps "size" already')
  expect(() => newFilter('maxBedroom')).toThrow('Search keeps "bedroom" already')
  expect(() => newFilter('minTitle')).toThrow('whole-number field')
})

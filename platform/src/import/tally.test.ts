import { expect, it } from 'vitest'
import { createTally } from './tally.ts'

it('counts reasons that differ in their value, and says that the first one is an example', () => {
  const tally = createTally()
  tally.add('the price "soon" is not an amount', 3)
  tally.add('the price "later" is not an amount', 5)
  tally.add('the city is empty', 7)
  tally.add('the city is empty', 9)
  expect(tally.entries()).toEqual([
    { count: 2, reason: 'the price "soon" is not an amount', line: 3, isExample: true },
    { count: 2, reason: 'the city is empty', line: 7, isExample: false },
  ])
})

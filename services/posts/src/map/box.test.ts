import { isAppError } from '@aangan/service-kit/errors'
import { expect, test } from 'vitest'
import { readBoxes } from './box.ts'

test.each([
  ['73.7,18.4,74,18.7', [[73.7, 18.4, 74, 18.7]]],
  [' 73.7 , 18.4 , 74 , 18.7 ', [[73.7, 18.4, 74, 18.7]]],
  ['77.5945627,12.97,77.5945627,12.97', [[77.5945627, 12.97, 77.5945627, 12.97]]],
  ['1e-7,0,2.5E-3,0', [[1e-7, 0, 0.0025, 0]]],
  ['-180,-90,180,90', [[-180, -90, 180, 90]]],
  ['-500,-80,500,80', [[-180, -80, 180, 80]]],
  [
    '170,-20,-170,20',
    [
      [170, -20, 180, 20],
      [-180, -20, -170, 20],
    ],
  ],
  [
    '170,-20,190,20',
    [
      [170, -20, 180, 20],
      [-180, -20, -170, 20],
    ],
  ],
  ['430,8,440,20', [[70, 8, 80, 20]]],
  ['-290,8,-280,20', [[70, 8, 80, 20]]],
])('%s is understood', (bbox, boxes) => {
  expect(readBoxes({ bbox })?.map(({ west, south, east, north }) => [west, south, east, north])).toEqual(boxes)
})

test.each([undefined, '', ' '])('%j is no box', (bbox) => {
  expect(readBoxes({ bbox })).toBeNull()
})

test.each([
  '1,2,3',
  '1,2,3,4,5',
  'a,b,c,d',
  '1,2,3,',
  ',,,',
  '1,2,3,NaN',
  '1,2,Infinity,4',
  '1,20,3,4',
  '1,-91,3,4',
  '1,2,3,90.0001',
  '541,2,3,4',
  '1e3,2,3,4',
  '0x1,2,3,4',
  '1 2,2,3,4',
])('%s is refused by name', (bbox) => {
  try {
    readBoxes({ bbox })
    expect.unreachable()
  } catch (error) {
    expect(isAppError(error) && error.code).toBe('BAD_REQUEST')
    expect(error).toHaveProperty('message', expect.stringMatching(/^bbox is ".*"; it may be west,south,east,north/))
  }
})

import { expect, it } from 'vitest'
import { readMetres } from './distances.ts'
import { readSquareFeet } from './sizes.ts'

it.each([
  ['1200', 1_200],
  ['१२००', 1_200],
  ['1,200 sq ft', 1_200],
  ['120 sqm', 1_292],
  ['120 m²', 1_292],
  ['150 sq. yards', 1_350],
  ['100 gaj', 900],
  ['2 acres', 87_120],
  ['1,081 sq.ft. (100.43 sq.m.)', 1_081],
  ['1450 sqft (Super Built-up)', 1_450],
  ['1200 carpet', 1_200],
  ['Carpet area: 850 sq.ft', 850],
  ['Super area 1200 sqft', 1_200],
  ['1200 Sq-ft', 1_200],
  ['1200 sq ft / 111 sq m', 1_200],
  ['30x40', 1_200],
  ['30 x 40 ft', 1_200],
  ["30' × 40'", 1_200],
  ['30*40', 1_200],
  ['30*400', 12_000],
  ['20.5x40', 820],
  ['40x60 site', 2_400],
  ['30x40 sqft', 1_200],
  ['~1200* sqft', 1_200],
  ['1200 ft', 1_200],
  ['1200/-', 1_200],
  ['1200 sqft, carpet', 1_200],
  ['1200 sqft | 111 sqm', 1_200],
  ['SBUA: 1200 sqft', 1_200],
  ['1200 BUA', 1_200],
  ['RERA carpet area 850', 850],
  ['Plot area 200(167.23 sq.m.)', 1_800],
  ['1081(100.43 sq.m.)', 1_081],
  ['1450 (850 sqft)', 1_450],
  ['150 yards', 1_350],
  ['150 S.Y.', 1_350],
  ['150 gaz', 1_350],
  ['१५० वर्ग गज', 1_350],
  ['1200 वर्ग फुट', 1_200],
  ['2.5 ac', 108_900],
  ['5 guntas', 5_445],
  ['2 ares', 2_153],
  ['1 Kanal 10 Marla', 8_168],
  ['1 acre 20 cents', 52_272],
  ['1,200+', 1_200],
])('%j are %i square feet', (text, squareFeet) => expect(readSquareFeet(text)).toEqual({ squareFeet }))

it.each([
  ['', 'empty'],
  ['1100-1200', 'range'],
  ['1100 sqft to 1200 sqft', 'range'],
  ['big', 'unknown'],
  ['2 bigha', 'unknown'],
  ['10 marla 1 kanal', 'unknown'],
  ['1 kanal 30 marla', 'unknown'],
  ['1/2 acre', 'unknown'],
  ['120 + 300', 'unknown'],
  ['1,20', 'unknown'],
])('%j is no size: %s', (text, problem) => expect(readSquareFeet(text)).toEqual({ problem }))

it.each([
  ['800', 800],
  ['८००', 800],
  ['1,200 m', 1_200],
  ['1 200 metres', 1_200],
  ['500mtrs.', 500],
  ['1.5 km', 1_500],
  ['.5 Km', 500],
  ['2kms', 2_000],
])('%j are %i metres', (text, metres) => expect(readMetres(text)).toBe(metres))

it.each(['', '1.5', '5 min', '-3', '1-2 km', '500 ft', 'near'])('%j is no distance', (text) =>
  expect(readMetres(text)).toBeNull(),
)

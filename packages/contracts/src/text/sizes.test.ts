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
  ['30 by 40', 1_200],
  ['1200 ft', 1_200],
  ['१२०० वर्ग फुट', 1_200],
  ['1200 वर्ग फीट', 1_200],
  ['150 गज', 1_350],
  ['0.5 ac', 21_780],
  ['3 guntas', 3_267],
  ['Size: 1200 sqft', 1_200],
  ['Area - 1200', 1_200],
  ['SBA 1450', 1_450],
  ['1450 sqft SBUA', 1_450],
  ['1081 sqft | 100 sqm', 1_081],
  ['~1200* sqft', 1_200],
  ['1,200+', 1_200],
])('%j are %i square feet', (text, squareFeet) => expect(readSquareFeet(text)).toEqual({ squareFeet }))

it.each([
  ['', 'empty'],
  ['1100-1200', 'range'],
  ['1100 sqft to 1200 sqft', 'range'],
  ['big', 'unknown'],
  ['2 bigha', 'unknown'],
  ['30*400', 'unknown'],
  ['120 + 300', 'unknown'],
  ['1,20', 'unknown'],
])('%j is no size: %s', (text, problem) => expect(readSquareFeet(text)).toEqual({ problem }))

it.each([
  ['800', 800],
  ['८००', 800],
  ['1,200 m', 1_200],
  ['1 200 metres', 1_200],
  ['500mtrs.', 500],
  ['~500 m', 500],
  ['500 m approx.', 500],
  ['500 metres away', 500],
  ['about 1 km', 1_000],
  ['half km', 500],
  ['५०० मीटर', 500],
  ['2 किमी', 2_000],
  ['1.5 km', 1_500],
  ['.5 Km', 500],
  ['2kms', 2_000],
])('%j are %i metres', (text, metres) => expect(readMetres(text)).toBe(metres))

it.each(['', '1.5', '5 min', '-3', '1-2 km', '500 ft', 'near'])('%j is no distance', (text) =>
  expect(readMetres(text)).toBeNull(),
)

import { expect, it } from 'vitest'
import { FILTER_NAMES, readFilter } from '../post-filters.ts'
import { readSearchText } from './read.ts'

/** What is typed, then what it means; of no place if `city` is missing. */
const SEARCHES: [typed: string, filters: Record<string, string>][] = [
  // Places are left as they were typed.
  ['Pune', { city: 'Pune' }],
  ['Pune 411038', { city: 'Pune 411038' }],
  ['560034', { city: '560034' }],
  ['Pune Maharashtra', { city: 'Pune Maharashtra' }],
  ['Kothrud, Pune', { city: 'Kothrud, Pune' }],
  ['East of Kailash', { city: 'East of Kailash' }],
  ['Sector 62 noida', { city: 'Sector 62 noida' }],
  ['Sector 37C Gurgaon', { city: 'Sector 37C Gurgaon' }],
  ['koramangala 4th block', { city: 'koramangala 4th block' }],
  ['New Delhi', { city: 'New Delhi' }],
  ['Électronic City', { city: 'Électronic City' }],
  ['पुणे', { city: 'पुणे' }],
  // Rooms
  ['2bhk in Pune', { bedroom: '2', city: 'Pune' }],
  ['2 BHK Pune', { bedroom: '2', city: 'Pune' }],
  ['Pune 2 b.h.k', { bedroom: '2', city: 'Pune' }],
  ['3 B H K mumbai', { bedroom: '3', city: 'mumbai' }],
  ['2-bhk, Baner', { bedroom: '2', city: 'Baner' }],
  ['BHK2 Pune', { bedroom: '2', city: 'Pune' }],
  ['1 rk andheri', { bedroom: '1', city: 'andheri' }],
  ['1RK in Thane', { bedroom: '1', city: 'Thane' }],
  ['2+1 bhk wakad', { bedroom: '2', city: 'wakad' }],
  ['2 + 1 bhk or 3bhk wakad', { bedroom: '2,3', city: 'wakad' }],
  ['2.5 bhk wakad', { bedroom: '2', city: 'wakad' }],
  ['2-3 bhk in Noida', { bedroom: '2,3', city: 'Noida' }],
  ['2 to 4 bhk Noida', { bedroom: '2,3,4', city: 'Noida' }],
  ['2 or 3 bhk powai', { bedroom: '2,3', city: 'powai' }],
  ['2bhk/3bhk powai', { bedroom: '2,3', city: 'powai' }],
  ['3+ bhk Gurgaon', { bedroom: '3+', city: 'Gurgaon' }],
  ['4bhk+ Gurgaon', { bedroom: '4+', city: 'Gurgaon' }],
  ['3+bhk Gurgaon', { bedroom: '3+', city: 'Gurgaon' }],
  ['3bhk+study Gurgaon', { bedroom: '3', city: 'study Gurgaon' }],
  ['3 bhk and above in Gurgaon', { bedroom: '3+', city: 'Gurgaon' }],
  ['at least 3 bedrooms in Kochi', { bedroom: '3+', city: 'Kochi' }],
  ['more than 2 bhk in Kochi', { bedroom: '3+', city: 'Kochi' }],
  ['2 or 3+ bhk Kochi', { bedroom: '2,3+', city: 'Kochi' }],
  ['two bedroom Kochi', { bedroom: '2', city: 'Kochi' }],
  ['३ bhk पुणे', { bedroom: '3', city: 'पुणे' }],
  ['studio apartment in Bandra', { property: 'apartment', bedroom: '1', city: 'Bandra' }],
  // Kinds, to rent and to buy
  ['flat for rent in Baner', { property: 'apartment', type: 'rent', city: 'Baner' }],
  ['flats on rent Baner Pune', { property: 'apartment', type: 'rent', city: 'Baner Pune' }],
  ['Baner flat rent', { property: 'apartment', type: 'rent', city: 'Baner' }],
  ['house to let in Mysore', { property: 'house', type: 'rent', city: 'Mysore' }],
  ['independent house for sale mysore', { property: 'house', type: 'buy', city: 'mysore' }],
  ['resale flats in Dwarka', { property: 'apartment', type: 'buy', city: 'Dwarka' }],
  ['buy villa in goa', { property: 'house', type: 'buy', city: 'goa' }],
  ['villa plots in Mysuru', { property: 'land', city: 'Mysuru' }],
  ['builder floor in Saket', { property: 'condo', city: 'Saket' }],
  ['penthouse Worli', { property: 'apartment', city: 'Worli' }],
  ['homes for rent in Pune', { type: 'rent', city: 'Pune' }],
  ['properties in Pune', { city: 'Pune' }],
  ['homes to buy or rent in Pune', { city: 'Pune' }],
  ['furnished flat in Pune', { furnishing: 'furnished', property: 'apartment', city: 'Pune' }],
  ['semi-furnished 2bhk Pune', { furnishing: 'semi-furnished', bedroom: '2', city: 'Pune' }],
  ['half furnished kothi floor Pune', { furnishing: 'semi-furnished', property: 'condo', city: 'Pune' }],
  ['bungalow plot in Pune', { property: 'land', city: 'Pune' }],
  ['unfurnished house Pune', { furnishing: 'unfurnished', property: 'house', city: 'Pune' }],
  ['unfurnished or semi furnished Pune', { furnishing: 'semi-furnished,unfurnished', city: 'Pune' }],
  ['3bhk 1,200 sq ft in Pune', { bedroom: '3', minSize: '1200', city: 'Pune' }],
  ['plot above 2000 sqft in Nashik', { property: 'land', minSize: '2000', city: 'Nashik' }],
  ['looking for a 2bhk flat in Pune please', { bedroom: '2', property: 'apartment', city: 'Pune' }],
  ['pune me 2bhk kiraye', { bedroom: '2', type: 'rent', city: 'pune' }],
  ['पुणे में 2 बीएचके फ्लैट', { bedroom: '2', property: 'apartment', city: 'पुणे' }],
  // Prices; so low or so high, they say whether the home is let or sold.
  ['2 bhk kothrud under 30k', { bedroom: '2', maxPrice: '30000', type: 'rent', city: 'kothrud' }],
  [
    '3bhk villa between 50 lakh and 1 cr hyderabad',
    { bedroom: '3', property: 'house', minPrice: '5000000', maxPrice: '10000000', type: 'buy', city: 'hyderabad' },
  ],
  ['plots in jaipur below 40 lacs', { property: 'land', maxPrice: '4000000', type: 'buy', city: 'jaipur' }],
  ['Pune under 1 cr 20 lakh', { maxPrice: '12000000', type: 'buy', city: 'Pune' }],
  ['Pune under 1.5cr', { maxPrice: '15000000', type: 'buy', city: 'Pune' }],
  ['Pune upto Rs. 25,000/- per month', { maxPrice: '25000', type: 'rent', city: 'Pune' }],
  ['2bhk Pune ₹30,000', { bedroom: '2', maxPrice: '30000', type: 'rent', city: 'Pune' }],
  ['2bhk Pune 30000', { bedroom: '2', maxPrice: '30000', type: 'rent', city: 'Pune' }],
  ['2bhk 30k Pune', { bedroom: '2', maxPrice: '30000', type: 'rent', city: 'Pune' }],
  ['Pune 50-60 lakh', { minPrice: '5000000', maxPrice: '6000000', type: 'buy', city: 'Pune' }],
  ['20k to 30k rent Pune', { minPrice: '20000', maxPrice: '30000', type: 'rent', city: 'Pune' }],
  ['between 20000 and 30000 in Pune', { minPrice: '20000', maxPrice: '30000', type: 'rent', city: 'Pune' }],
  ['20k 30k Pune', { minPrice: '20000', maxPrice: '30000', type: 'rent', city: 'Pune' }],
  ['50 or 60 lakh Pune', { minPrice: '5000000', maxPrice: '6000000', type: 'buy', city: 'Pune' }],
  ['50 lakh or 60 lakh Pune', { minPrice: '5000000', maxPrice: '6000000', type: 'buy', city: 'Pune' }],
  ['30k 20k Pune', { maxPrice: '30000', type: 'rent', city: '20k Pune' }],
  ['1 cr 20 lakh Pune', { maxPrice: '12000000', type: 'buy', city: 'Pune' }],
  ['min 20k max 30k Pune', { minPrice: '20000', maxPrice: '30000', type: 'rent', city: 'Pune' }],
  ['max rent 3 lakh Worli', { maxPrice: '300000', type: 'rent', city: 'Worli' }],
  ['budget 80 lakh 3bhk Pune', { maxPrice: '8000000', bedroom: '3', type: 'buy', city: 'Pune' }],
  ['3bhk Pune 80 lakh budget', { maxPrice: '8000000', bedroom: '3', type: 'buy', city: 'Pune' }],
  ['above 2 crore Worli', { minPrice: '20000000', type: 'buy', city: 'Worli' }],
  ['Worli 2cr+', { minPrice: '20000000', type: 'buy', city: 'Worli' }],
  ['flat 45 lakh onwards Pune', { property: 'apartment', minPrice: '4500000', type: 'buy', city: 'Pune' }],
  ['30 हज़ार तक पुणे', { maxPrice: '30000', type: 'rent', city: 'पुणे' }],
  ['30k tak Pune', { maxPrice: '30000', type: 'rent', city: 'Pune' }],
  ['Pune < 30k', { maxPrice: '30000', type: 'rent', city: 'Pune' }],
  ['2bhk under 30k', { bedroom: '2', maxPrice: '30000', type: 'rent' }],
  ['flat\u200b for \u2060rent', { property: 'apartment', type: 'rent' }],
  // Around a place
  ['2bhk within 5 km of Kothrud', { bedroom: '2', within: '5', city: 'Kothrud' }],
  ['5 km around Kothrud', { within: '5', city: 'Kothrud' }],
  ['flat 3km from Baner, Pune', { property: 'apartment', within: '3', city: 'Baner, Pune' }],
  ['Kothrud within 10 kms', { within: '10', city: 'Kothrud' }],
  ['in a 2 km radius of Kothrud under 30k', { within: '2', maxPrice: '30000', type: 'rent', city: 'Kothrud' }],
  ['2bhk within 5 km of', { bedroom: '2', city: 'within 5 km' }],
  ['within 26 km of Kothrud', { city: 'within 26 km of Kothrud' }],
  ['within 2.5 km of Kothrud', { city: 'within 2.5 km of Kothrud' }],
  ['within 0 km of Kothrud', { city: 'within 0 km of Kothrud' }],
  ['not within 5 km of Kothrud', { city: 'not within 5 km of Kothrud' }],
  // What is not understood is kept, so that somebody can say so.
  ['2bhk sea view Pune', { bedroom: '2', city: 'sea view Pune' }],
  ['2bhk in Pune with parking', { bedroom: '2', city: 'Pune with parking' }],
  ['shop for rent in Pune', { type: 'rent', city: 'shop Pune' }],
  ['2bhk near me', { bedroom: '2', city: 'near me' }],
  ['flat or house in Pune', { property: 'apartment', city: 'house Pune' }],
  ['under 30k under 25k Pune', { maxPrice: '30000', type: 'rent', city: 'under 25k Pune' }],
  ['above 1 cr Pune above 2 cr', { minPrice: '10000000', type: 'buy', city: 'Pune above 2 cr' }],
  ['20k-30k or 40k-50k Pune', { minPrice: '20000', maxPrice: '30000', type: 'rent', city: '40k-50k Pune' }],
  ['1000 sqft or 1500 sqft Pune', { minSize: '1000', city: '1500 sqft Pune' }],
  ['under 30k Pune 30000', { maxPrice: '30000', type: 'rent', city: 'Pune' }],
  // Nor is what limits or negates words whose rule does not know that: it would be read as the reverse.
  ['under 3 bhk Pune', { city: 'under 3 bhk Pune' }],
  ['less than 3 bhk in Pune', { city: 'less than 3 bhk Pune' }],
  ['up to a 3 bhk Pune', { city: 'up to a 3 bhk Pune' }],
  ['max 2bhk Pune under 30k', { maxPrice: '30000', type: 'rent', city: 'max 2bhk Pune' }],
  ['not more than 3 bhk Pune', { city: 'not more than 3 bhk Pune' }],
  ['at most 1000 sqft Pune', { city: 'at most 1000 sqft Pune' }],
  ['flat under 1000 sqft Pune', { property: 'apartment', city: 'under 1000 sqft Pune' }],
  ['<1000 sqft Pune', { city: '<1000 sqft Pune' }],
  ['Pune no 2bhk', { city: 'Pune no 2bhk' }],
  ['Pune not for rent', { city: 'Pune not for rent' }],
  ['Pune without furnishing', { city: 'Pune without furnishing' }],
  ['Pune not above 30k', { city: 'Pune not above 30k' }],
  ['no more than 30k Pune', { maxPrice: '30000', type: 'rent', city: 'Pune' }],
  ['not furnished Pune', { furnishing: 'unfurnished', city: 'Pune' }],
  ['budget 2bhk Pune', { bedroom: '2', city: 'Pune' }],
  ['2bhk no brokerage Pune', { bedroom: '2', city: 'no brokerage Pune' }],
  ['under construction 2bhk Pune', { bedroom: '2', city: 'under construction Pune' }],
  ['above 2 crore under 1 crore Pune', { city: 'above 2 crore under 1 crore Pune' }],
  ['2bhk Pune, 30k max, min 40k', { city: '2bhk Pune, 30k max, min 40k' }],
  ['Pune 1,5 Cr', { city: 'Pune 1,5 Cr' }],
  ['6,500 per sqft Pune', { city: '6,500 per sqft Pune' }],
  ['within 5000 m of Baner', { city: 'within 5000 m of Baner' }],
  ['Pune under 50 lakh max', { city: 'Pune', maxPrice: '5000000', type: 'buy' }],
  ['PIN 411038', { city: '411038' }],
  ['flat pincode 560102', { property: 'apartment', city: '560102' }],
  ['under 30 Pune', { city: 'under 30 Pune' }],
  ['', {}],
]

it.each(SEARCHES)('reads %j', (typed, filters) => {
  const { filters: read, place } = readSearchText(typed)
  expect({ ...read, ...(place && { city: place }) }).toEqual(filters)
})

it.each(SEARCHES)('reads filters that the search takes: %j', (typed) => {
  const { filters } = readSearchText(typed)
  for (const [name, value] of Object.entries(filters)) {
    expect(FILTER_NAMES).toContain(name)
    expect(String(readFilter(name as keyof typeof filters, value))).toBe(value)
  }
})

it.each([
  ['2bhk RK Layout', 'RK Layout', { bedroom: '2' }],
  ['flat in Rest House Road', 'Rest House Road', { property: 'apartment' }],
  ['Villa for sale in Garden Villas', 'Garden Villas', { property: 'house', type: 'buy' }],
])('leaves the words of a known place alone: %s', (typed, known, filters) => {
  expect(readSearchText(typed, (name) => name === known)).toEqual({ filters, place: known })
})

it.each([
  ['phase 2bhk', 'phase 2', 'phase', { bedroom: '2' }],
  ['Hinjewadi phase 2 bhk', 'phase 2', 'Hinjewadi phase', { bedroom: '2' }],
  ['Phase 2 3bhk', 'Phase 2', 'Phase 2', { bedroom: '3' }],
  ['Mumbai under 30k', 'Mumbai under', 'Mumbai', { maxPrice: '30000', type: 'rent' }],
  ['3 bhk Gurgaon > 1 cr', 'Gurgaon >', 'Gurgaon', { bedroom: '3', minPrice: '10000000', type: 'buy' }],
])('a name does not take a word from what is said: %s', (typed, known, place, filters) => {
  expect(readSearchText(typed, (name) => name === known)).toEqual({ filters, place })
})

it('leaves alone what becomes longer than a place may be', () => {
  const typed = `2bhk ${'\ufdfa'.repeat(90)}`
  expect(readSearchText(typed)).toEqual({ filters: {}, place: typed })
})

import { expect, it } from 'vitest'
import { createFormat } from './format.ts'
import { searchInWords } from './search-words.ts'

const format = createFormat({ locale: 'en-IN', currency: 'inr' })

it.each([
  ['', 'homes to buy or rent'],
  ['bedroom=2&city=Pune&property=apartment&type=rent', '2 bedroom apartments to rent in Pune'],
  ['furnishing=furnished&type=rent', 'homes to rent, furnished'],
  [
    'bedroom=2&days=7&furnishing=semi-furnished%2CFurnished',
    '2 bedroom homes to buy or rent, furnished or semi-furnished, posted in the last 7 days',
  ],
  ['city=Kothrud%2C+Pune&type=rent&within=5', 'homes to rent within 5 km of Kothrud, Pune'],
  ['type=rent&within=5', 'homes to rent'],
  ['city=bangalore&maxPrice=4500000&type=buy', 'homes for sale in Bengaluru, up to ₹45 Lac'],
  ['bbox=73%2C18%2C74%2C19&minPrice=20000&type=rent', 'homes to rent in an area of the map, from ₹20,000'],
  [
    'city=Kothrud%2C+Pune&maxPrice=4500000&minPrice=2500000',
    'homes to buy or rent in Kothrud, Pune, ₹25 Lac to ₹45 Lac',
  ],
])('%j is %s', (search, words) => {
  expect(searchInWords(search, format)).toBe(words)
})

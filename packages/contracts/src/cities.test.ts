import { expect, test } from 'vitest'
import { cityAliases, cityKey, cityName } from './cities.ts'

test.each([
  ['Bangalore', 'Bengaluru'],
  ['Bombay', 'Mumbai'],
  ['Gurgaon', 'Gurugram'],
  ['Poona', 'Pune'],
  ['Calcutta', 'Kolkata'],
  ['Madras', 'Chennai'],
  ['Mysore', 'Mysuru'],
  ['Trivandrum', 'Thiruvananthapuram'],
  ['Cochin', 'Kochi'],
  ['Baroda', 'Vadodara'],
  ['Benares', 'Varanasi'],
  ['Vizag', 'Visakhapatnam'],
  ['New Delhi', 'Delhi'],
  ['मुंबई', 'Mumbai'],
  ['मुम्बई', 'Mumbai'],
  ['नई दिल्ली', 'Delhi'],
  ['बेंगलुरु', 'Bengaluru'],
  ['जयपुर', 'Jaipur'],
  // The letter with the dot below it as one character, and as two.
  ['चंडीग\u095d', 'Chandigarh'],
  ['चंडीग\u0922\u093c', 'Chandigarh'],
])('%s is searched as %s', (typed, official) => {
  expect(cityKey(typed)).toBe(cityKey(official))
  expect(cityName(cityKey(typed))).toBe(official)
})

test.each(['Navi Mumbai', 'navi mumbai', '  NAVI   MUMBAI ', 'NaviMumbai', 'Navi-Mumbai'])(
  '%j has one key',
  (typed) => {
    expect(cityKey(typed)).toBe('navimumbai')
  },
)

test('a name that contains another is a different city', () => {
  expect(cityKey('Navi Mumbai')).not.toBe(cityKey('Mumbai'))
  expect(cityKey('Greater Noida')).not.toBe(cityKey('Noida'))
})

test('drops accents and keeps the vowel signs of Indian scripts', () => {
  expect(cityKey('Mumbaī')).toBe('mumbai')
  expect(cityKey('हरिद्वार')).toBe('हरिद्वार'.normalize('NFKD'))
})

test('a city with one spelling is shown as written', () => {
  expect(cityName(cityKey('Karjat'))).toBeNull()
})

test.each(['', ' - ', '…'])('%j is not a city', (typed) => {
  expect(cityKey(typed)).toBe('')
})

test('every alias resolves to its city', () => {
  expect(cityAliases(cityKey('Bangalore'))).toContain('Bangalore')
  expect(cityAliases('karjat')).toEqual([])
  for (const alias of cityAliases('pune')) expect(cityKey(alias)).toBe('pune')
})

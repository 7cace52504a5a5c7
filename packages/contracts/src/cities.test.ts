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
])('%s is looked for as %s', (typed, official) => {
  expect(cityKey(typed)).toBe(cityKey(official))
  expect(cityName(cityKey(typed))).toBe(official)
})

test.each(['Navi Mumbai', 'navi mumbai', '  NAVI   MUMBAI ', 'NaviMumbai', 'Navi-Mumbai'])(
  '%j has one key',
  (typed) => {
    expect(cityKey(typed)).toBe('navimumbai')
  },
)

test('a part of a name is another city', () => {
  expect(cityKey('Navi Mumbai')).not.toBe(cityKey('Mumbai'))
  expect(cityKey('Greater Noida')).not.toBe(cityKey('Noida'))
})

test('accents fall away and the vowel signs of Indian scripts stay', () => {
  expect(cityKey('Mumbaī')).toBe('mumbai')
  expect(cityKey('दिल्ली')).toBe('दिल्ली'.normalize('NFKD'))
})

test('a city that has one spelling is shown as it is written', () => {
  expect(cityName(cityKey('Jaipur'))).toBeNull()
})

test.each(['', ' - ', '…'])('%j names no city', (typed) => {
  expect(cityKey(typed)).toBe('')
})

test('the other names of a city lead back to it', () => {
  expect(cityAliases(cityKey('Bangalore'))).toContain('Bangalore')
  expect(cityAliases('jaipur')).toEqual([])
  for (const alias of cityAliases('pune')) expect(cityKey(alias)).toBe('pune')
})

import { expect, test } from 'vitest'
import { cityOf, localityOf } from './locality.ts'

test.each([
  ['Kothrud, Pune', 'Pune', 'Kothrud'],
  ['Kothrud, Poona', 'Pune', 'Kothrud'],
  ['12 Lake Road, Kothrud,  Pune 411 038, India', 'Pune', 'Kothrud'],
  ['Kothrud, Pune, Maharashtra 411038', 'Pune', 'Kothrud'],
  ['Kothrud, Maharashtra', 'Pune', 'Kothrud'],
  ['Fontainhas, Panaji, Goa', 'Panjim', 'Fontainhas'],
  ['Sector 62, Noida - 201301', 'Noida', 'Sector 62'],
  ['R. S. Puram, Coimbatore', 'Coimbatore', 'R. S. Puram'],
  ['Baner   Road', 'Pune', 'Baner Road'],
  ['Pune', 'Pune', null],
  ['Pune, India', 'Poona', null],
  ['221B Baker Street, Pune', 'Pune', null],
  ['Flat 4, Pune', 'Pune', null],
  [', , ', 'Pune', null],
  ['---, Pune', 'Pune', null],
  ['x'.repeat(100), 'Pune', null],
])('%s of %s lies in %s', (address, city, locality) => {
  expect(localityOf(address, city)).toBe(locality)
})

test.each([
  ['Pune', 'Pune'],
  ['Pune, Maharashtra, India', 'Pune'],
  ['Goa', 'Goa'],
  ['Goa, India', 'Goa'],
  [', India', ', India'],
  ['Lake View, Pune', 'Lake View, Pune'],
])('the city in %s is %s', (written, city) => {
  expect(cityOf(written)).toBe(city)
})

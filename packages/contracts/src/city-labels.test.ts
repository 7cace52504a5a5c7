import { expect, it } from 'vitest'
import { properName, typedName } from './city-labels.ts'

it.each([
  ['pune', 'Pune'],
  ['ooty', 'Ooty'],
  ['Udhagamandalam', 'Udhagamandalam'],
  ['Kothrud, Pune', 'Kothrud, Pune'],
])('name %j as it was typed: %s', (place, name) => expect(typedName(place)).toBe(name))

it.each([
  ['poona', 'Pune'],
  ['Calcuta', 'Kolkata'],
  ['Kothrud, Pune', 'Kothrud, Pune'],
])('the proper name of %j is %s', (place, name) => expect(properName(place)).toBe(name))

import { expect, it } from 'vitest'
import { localityKey, widerKeys } from './locality-names.ts'

it.each([
  ['Andheri West', ['Andheri (West)', 'andheri w', 'Andheri (W)', 'Andheri-West']],
  ['Greater Kailash 1', ['GK 1', 'GK-1', 'GK I', 'gk1', 'Greater Kailash-I', 'GREATER KAILASH 1st']],
  ['Bandra Kurla Complex', ['BKC', 'Bandra-Kurla Complex']],
  ['Connaught Place', ['CP']],
  ['Chittaranjan Park', ['CR Park', 'C.R. Park', 'C R Park']],
  ['Sector 62', ['sec 62', 'Sec-62', 'Sector62', 'sect. 62', 'SECTOR-62']],
  ['Ashok Vihar Phase 2', ['ashok vihar ph 2', 'Ashok Vihar Phase II', 'Ashok Vihar Phase-2', 'ashok vihar phase2']],
  ['Sector 61 Block E', ['Sector 61Block E', 'sec 61 blk e']],
  ['Green Park Extension', ['green park extn', 'Green Park Ex', 'Green Park Ext.', 'Green Park Extention']],
  ['Prince Anwar Shah Road', ['Prince Anwar Shah Rd.']],
  ['BTM 2nd Stage', ['BTM 2 Stage', 'btm II stage']],
  ['Whitefield', ['white field', 'WHITEFIELD']],
])('%s is also written %j', (name, forms) => {
  expect(forms.map((form) => localityKey(form))).toEqual(forms.map(() => localityKey(name)))
})

it.each([
  ['C V Raman Nagar', 'cvramannagar'],
  ['S. V. Road', 'svroad'],
  ['T. Nagar', 'tnagar'],
  ['I P Extension', 'ipextension'],
  ['E Block', 'eblock'],
  ['Sector 37D', 'sector37d'],
  ['कोथरूड', 'कोथरुड'],
  ['---', ''],
])('%s has initials and letters, no numbers or directions: %s', (name, key) => expect(localityKey(name)).toBe(key))

it.each([
  ['Sector-62 Noida', 'Noida', 'sector62'],
  ['Sector-65 Gurgaon', 'Gurugram', 'sector65'],
  ['Sector-62 Noida', 'Greater Noida', 'sector62noida'],
  ['New Delhi', 'Delhi', 'newdelhi'],
])('%s in %s is %s', (name, city, key) => expect(localityKey(name, city)).toBe(key))

it.each([
  ['Andheri West', 'andheri', ['andheri']],
  ['Sector 19 Dwarka', 'dwarka', ['sector19', 'dwarka', 'dwarkasector', 'dwarkasector19']],
  ['Dwarka Mor', null, ['dwarka']],
  ['Sector 62', null, []],
  ['T. Nagar', null, []],
  ['Kothrud', null, []],
])('%s is a part of %s, and found by %j', (name, partOf, begins) => expect(widerKeys(name)).toEqual({ partOf, begins }))

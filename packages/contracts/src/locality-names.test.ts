import { expect, it } from 'vitest'
import { isPartAlone, localityKey, widerKeys } from './locality-names.ts'

it.each([
  ['Andheri West', ['Andheri (West)', 'andheri w', 'Andheri (W)', 'Andheri-West']],
  [
    'Greater Kailash 1',
    ['GK 1', 'GK-1', 'GK I', 'gk1', 'Greater Kailash-I', 'GREATER KAILASH 1st', 'GK Part 1', 'gk pt. I'],
  ],
  ['Bandra Kurla Complex', ['BKC', 'Bandra-Kurla Complex']],
  ['Connaught Place', ['CP']],
  ['Indraprastha Extension', ['IP Extension', 'I.P. Extn']],
  ['Senapati Bapat Road', ['SB Road']],
  ['Pimpri Chinchwad', ['PCMC']],
  ['Electronic City Phase 1', ['Electronics City Phase 1', 'ecity phase I']],
  ['Crossing Republik', ['Crossings Republik', 'crossing republic']],
  ['DLF City Phase 2', ['DLF Phase 2', 'dlf ph 2']],
  ['Kothrud', ['kotrud', 'Kothrood', 'कोथरूड']],
  ['Andheri West', ['अंधेरी पश्चिम', 'अंधेरी (वेस्ट)']],
  ['Sector 62', ['सेक्टर ६२']],
  ['Hinjewadi', ['Hinjawadi', 'hinjwadi', 'हिंजवडी']],
  ['Powai', ['Pawai', 'पवई']],
  ['Bandra West', ['वांद्रे पश्चिम']],
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
  ['C V Raman Nagar', 'kvrmngr'],
  ['S. V. Road', 'svroad'],
  ['T. Nagar', 'tngr'],
  ['E Block', 'eblok'],
  ['Sector 37D', 'sektor37d'],
  ['Sector 15 Part 2', 'sektor15prt2'],
  ['Sector 48C Chandigarh', 'sektor48cchndigrh'],
  ['---', ''],
])('%s has initials and letters, no numbers or directions: %s', (name, key) => expect(localityKey(name)).toBe(key))

it.each([
  ['Sector-62 Noida', 'Noida', 'sektor62'],
  ['Sector-65 Gurgaon', 'Gurugram', 'sektor65'],
  ['Sector-62 Noida', 'Greater Noida', 'sektor62noida'],
  ['New Delhi', 'Delhi', 'nevdelhi'],
])('%s in %s is %s', (name, city, key) => expect(localityKey(name, city)).toBe(key))

it.each([
  ['Andheri West', 'anderi', ['anderi']],
  ['Sector 19 Dwarka', 'dvrka', ['sektor19', 'dvrka', 'dvrksektor', 'dvrksektor19']],
  ['Dwarka Mor', null, ['dvrka']],
  ['Sector 62', null, []],
  ['T. Nagar', null, []],
  ['Kothrud', null, []],
])('%s is a part of %s, and found by %j', (name, partOf, begins) => expect(widerKeys(name)).toEqual({ partOf, begins }))

it.each([
  ...['phase', 'East', 'Phase 2', 'Block A', '4th Block', 'Part 1'].map((text) => [text, true] as const),
  ...['Sector 62', 'Dwarka', 'Phase 2 Hinjewadi', 'Rohini East', 'South Ex', 'South Extension Part 2'].map(
    (text) => [text, false] as const,
  ),
])('%s is only a part: %s', (text, isIt) => expect(isPartAlone(text)).toBe(isIt))

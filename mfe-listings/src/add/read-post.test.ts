import { createFormat } from '@aangan/contracts/format'
import { describe, expect, it } from 'vitest'
import { NOTHING } from './draft.ts'
import { type FormTexts, fieldInError } from './form-fields.ts'
import { readPost, understoodOf } from './read-post.ts'
import { FILLED } from './testing/filled.ts'

const read = (changes: Partial<FormTexts>, stored?: FormTexts) =>
  readPost({ texts: { ...FILLED, ...changes }, pictures: [] }, stored)

describe('readPost', () => {
  it('accepts stored values, unless the property type changed', () => {
    const stored = { ...FILLED, property: 'land', bedroom: '0', latitude: 'somewhere' }
    expect(Object.keys(read({ ...stored, title: 'Plot' }, stored).body ?? {})).not.toEqual([])
    expect(Object.keys(read({ ...stored, property: 'house' }, stored).errors ?? {})).toEqual(['latitude', 'bedroom'])
  })

  it('omits optional fields that are empty', () => {
    const { body } = read({ size: '', furnishing: '', utilities: '', pet: '', income: ' ', school: '', desc: '' })
    expect(body?.postDetail).toMatchObject({ desc: '', size: null, utilities: null, pet: null, income: null })
    expect([body?.postData.furnishing, body?.postDetail.school]).toEqual([null, null])
  })

  it('accepts a price in words', () => {
    expect(read({ price: '85 lakh' }).body?.postData.price).toBe(8_500_000)
    expect(read({ price: '1.2 Cr' }).body?.postData.price).toBe(12_000_000)
  })

  it.each([
    ['title', '\u202eSunny\u202c\u00a02 BHK\u200b', 'Sunny 2 BHK'],
    ['price', '45,00,000/-', 4_500_000],
    ['price', '₹ ४५ लाख\u2060', 4_500_000],
    ['latitude', '\u202a१८.५२०४\u202c', '18.5204'],
    ['longitude', '\u221273.8567', '-73.8567'],
    ['bedroom', '\ufeff३', 3],
    ['size', '1,200', 1_200],
    ['school', '1 200', 1_200],
    ['size', '120 sqm', 1_292],
    ['size', '१२००', 1_200],
    ['size', '1,081 sq.ft. (100.43 sq.m.)', 1_081],
    ['bus', '1.5 km', 1_500],
    ['bedroom', '3 BHK', 3],
    ['bathroom', '2 baths', 2],
    ['latitude', '18°30\'26"N', '18.507222'],
    ['latitude', '18,52', '18.52'],
    ['income', '\u3164', null],
  ] as const)('reads the %s %j as %j', (name, text, value) => {
    const { postData, postDetail } = read({ type: 'rent', [name]: text }).body ?? {}
    expect({ ...postData, ...postDetail }).toMatchObject({ [name]: value })
  })

  it('says what to write instead of an unclear price', () => {
    expect(read({ price: '1,5 Cr' }).errors?.price).toContain('Write a point instead of the comma: 1.5 Cr')
  })

  it('accepts a plot without rooms', () => {
    const { body } = read({ property: 'land', bedroom: '', bathroom: '' })
    expect([body?.postData.bedroom, body?.postData.bathroom]).toEqual([0, 0])
  })

  it('omits the rooms of a home that became a plot', () => {
    const { postData } = read({ property: 'land', bedroom: '3', bathroom: '2', furnishing: 'furnished' }).body ?? {}
    expect(postData).toMatchObject({ property: 'land', bedroom: 0, bathroom: 0, furnishing: null })
  })

  it('leaves out of a sale what concerns a tenant', () => {
    const said = { utilities: 'shared', pet: 'allowed', income: 'Two salaries' }
    expect(read({ ...said, type: 'rent' }).body?.postDetail).toMatchObject(said)
    expect(read({ ...said, type: 'buy' }).body?.postDetail).toMatchObject({ utilities: null, pet: null, income: null })
  })

  it.each([
    ['title', ' '],
    ['title', '\u3164\u200b'],
    ['size', '1,20'],
    ['title', 'a'.repeat(201)],
    ['price', ''],
    ['price', '0'],
    ['price', '12.5'],
    ['price', '85 apples'],
    ['price', '1000000000001'],
    ['address', ''],
    ['city', '…'],
    ['bedroom', '0'],
    ['bathroom', ''],
    ['bathroom', '101'],
    ['size', '1100-1200'],
    ['size', 'big'],
    ['bus', '5 minutes'],
    ['bedroom', '2-3 BHK'],
    ['latitude', '18.5, 73.8'],
    ['latitude', '90.1'],
    ['longitude', 'east'],
    ['size', '-1'],
    ['school', '-1'],
    ['bus', '1.5'],
    ['restaurant', '1000001'],
    ['desc', 'a'.repeat(20_001)],
    ['desc', '<p>a</p>'.repeat(12_501)],
  ] as const)('refuses %s where it is %j', (field, text) => {
    expect(Object.keys(read({ [field]: text }).errors ?? {})).toEqual([field])
  })

  it('reports the maximum of a number', () => {
    const { errors } = read({ bathroom: '101', school: '1000001' })
    expect(errors).toEqual({ bathroom: 'Enter at most 100.', school: 'Enter at most 10,00,000.' })
  })

  it('asks for a missing place by the map first', () => {
    const { errors } = read({ latitude: '', longitude: '' })
    expect(errors).toEqual({
      latitude: 'Choose the place on the map, or enter degrees from -90 to 90, such as 18.5204.',
      longitude: 'Choose the place on the map, or enter degrees from -180 to 180, such as 73.8567.',
    })
  })

  it('counts the characters of a description as people see them', () => {
    expect(read({ desc: `<p>${'&amp;'.repeat(19_990)}</p>` }).errors).toBeUndefined()
    expect(read({ desc: '<b>ab</b>'.repeat(10_001) }).errors).toEqual({
      desc: 'This text has 20,002 characters, and a description can have 20,000. Shorten it.',
    })
  })

  it('reports missing fields in the order of the form', () => {
    expect(Object.keys(readPost(NOTHING).errors ?? {})).toEqual([
      'title',
      'price',
      'address',
      'city',
      'latitude',
      'longitude',
      'bedroom',
      'bathroom',
    ])
  })
})

it.each([
  ['size', '110 sqm', '= 1,184 sqft'],
  ['size', '1,200', '= 1,200 sqft'],
  ['size', '1200', undefined],
  ['size', '1100-1200', undefined],
  ['bedroom', '3 BHK', '= 3'],
  ['bus', '1.5 km', '= 1,500 m'],
  ['latitude', '18°30\'26"N', '= 18.507222'],
  ['latitude', '18.5204', undefined],
  ['title', ' A  flat ', undefined],
] as const)('understoodOf(%s, %j) is %s', (name, text, words) => {
  const format = createFormat({ locale: 'en-IN', currency: 'inr' })
  expect(understoodOf(name, { ...FILLED, [name]: text }, format)).toBe(words)
})

it.each([
  ['price is 0; it may be a whole number from 1 to 10', 'price'],
  ['bus is "x"; it may be a whole number', 'bus'],
  ['Too many requests', undefined],
])('fieldInError(%j) is %s', (message, name) => expect(fieldInError(message)).toBe(name))

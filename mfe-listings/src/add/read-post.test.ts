import { describe, expect, it } from 'vitest'
import { EMPTY_TEXTS, fieldNamed } from './form-fields.ts'
import { readPost } from './read-post.ts'
import { FILLED } from './testing/filled.ts'

describe('readPost', () => {
  it('leaves out what the owner left out', () => {
    const { body } = readPost({ ...FILLED, size: '', utilities: '', pet: '', income: ' ', school: '', desc: '' }, [])
    expect(body?.postDetail).toMatchObject({ desc: '', size: null, utilities: null, pet: null, income: null })
    expect(body?.postDetail.school).toBe(null)
  })

  it('takes a plot without rooms', () => {
    const { body } = readPost({ ...FILLED, property: 'land', bedroom: '', bathroom: '' }, [])
    expect([body?.postData.bedroom, body?.postData.bathroom]).toEqual([0, 0])
  })

  it.each([
    ['title', ' '],
    ['title', 'a'.repeat(201)],
    ['price', ''],
    ['price', '0'],
    ['price', '12.5'],
    ['price', '1000000000001'],
    ['address', ''],
    ['city', '…'],
    ['bedroom', '0'],
    ['bathroom', ''],
    ['bathroom', '101'],
    ['latitude', '18,52'],
    ['latitude', '90.1'],
    ['longitude', 'east'],
    ['size', '-1'],
    ['school', '-1'],
    ['bus', '1.5'],
    ['restaurant', '1000001'],
    ['desc', '&'.repeat(5000)],
  ] as const)('refuses %s where it is %j', (field, text) => {
    expect(Object.keys(readPost({ ...FILLED, [field]: text }, []).errors ?? {})).toEqual([field])
  })

  it('names what is missing in the order of the fields', () => {
    expect(Object.keys(readPost(EMPTY_TEXTS, []).errors ?? {})).toEqual([
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
  ['price is 0; it may be a whole number from 1 to 10', 'price'],
  ['bus is "x"; it may be a whole number', 'bus'],
  ['Too many requests', undefined],
])('fieldNamed(%j) is %s', (message, name) => expect(fieldNamed(message)).toBe(name))

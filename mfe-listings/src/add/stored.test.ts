import { postWithDetail } from '@aangan/contracts/testing/posts'
import { describe, expect, it } from 'vitest'
import { bodyOf } from './read-post.ts'
import { changeOf, enteredOf } from './stored.ts'

const STORED = postWithDetail({
  type: 'rent',
  images: ['/media/posts/a/640.webp', 'https://example.com/b.jpg'],
  alts: ['The hall', ''],
  furnishing: 'furnished',
})
const base = enteredOf(STORED)
const changed = (changes: Partial<typeof base.texts>, pictures = base.pictures) =>
  changeOf(bodyOf(base), bodyOf({ texts: { ...base.texts, ...changes }, pictures }), 7)

describe('a stored post in the form', () => {
  it('is sent unchanged', () => {
    const { id, userId, img, size, status, createdAt, user, isSaved, approximate, rev, postDetail, ...postData } =
      STORED
    expect(bodyOf(base)).toEqual({ postData, postDetail })
    expect(changed({})).toEqual({ postData: {}, postDetail: {} })
  })

  it('leaves the rooms of a plot empty', () => {
    const { texts } = enteredOf(postWithDetail({ property: 'land', bedroom: 0, bathroom: 2 }))
    expect([texts.bedroom, texts.bathroom]).toEqual(['', '2'])
  })

  it('sends only the changed fields', () => {
    expect(changed({ price: '5000000', furnishing: '', school: '', desc: '<p>New</p>' })).toEqual({
      postData: { price: 5_000_000, furnishing: null },
      postDetail: { school: null, desc: '<p>New</p>' },
    })
  })

  it('sends all pictures and descriptions if one of them changed', () => {
    const [first, second] = base.pictures
    if (!first || !second) throw new Error('There are no pictures.')
    const described = [first, { ...second, alt: 'The garden' }]
    const { images } = STORED
    expect(changed({}, described)).toMatchObject({ postData: { images, alts: ['The hall', 'The garden'] }, rev: 7 })
    expect(changed({}, [second]).postData).toEqual({ images: images.slice(1), alts: [''] })
  })
})

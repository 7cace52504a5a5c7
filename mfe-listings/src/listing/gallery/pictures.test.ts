import { drawingUrl } from '@aangan/contracts/media'
import { describe, expect, it } from 'vitest'
import { picturesOf } from './pictures.ts'

const ID = '64b0c0ffee64b0c0ffee64b0'
const photos = (count: number) => Array.from({ length: count }, (_, index) => `https://example.com/${index}.jpg`)

function urls(images: string[]): string[] {
  return picturesOf({ id: ID, property: 'house', images, alts: [] }).map(({ url }) => url)
}

describe('picturesOf', () => {
  it('adds drawings up to a mosaic of five', () => {
    expect(urls([])).toEqual([0, 1, 2, 3, 4].map((view) => drawingUrl('house', ID, view)))
    expect(urls(photos(1))).toEqual([...photos(1), ...[0, 1, 2, 3].map((view) => drawingUrl('house', ID, view))])
    expect(urls(photos(3))).toHaveLength(5)
  })

  it('completes the set of drawings', () => {
    const drawings = [0, 1, 2, 3, 4].map((view) => drawingUrl('house', ID, view))
    expect(urls(drawings.slice(0, 4))).toEqual(drawings)
  })

  it('adds no drawings to four photos or more', () => {
    expect(urls(photos(4))).toEqual(photos(4))
    expect(urls(photos(9))).toEqual(photos(9))
  })

  it('shows a photo once that the listing has twice', () => {
    const [one = '', other = ''] = photos(2)
    const shown = picturesOf({ id: ID, property: 'house', images: [one, one, other], alts: ['Door', 'Again', 'Hall'] })
    expect(shown.slice(0, 3).map(({ url, alt }) => [url, alt])).toEqual([
      [one, 'Door'],
      [other, 'Hall'],
      [drawingUrl('house', ID, 0), 'Drawing of the house: seen from the street'],
    ])
    expect(shown.map(({ position }) => position)).toEqual([{ at: 1, count: 2 }, { at: 2, count: 2 }, null, null, null])
  })

  it('never shows a drawing twice', () => {
    const shown = urls([drawingUrl('house', ID, 0), drawingUrl('house', ID, 3)])
    expect(new Set(shown).size).toBe(5)
  })

  it('uses the descriptions of the owner', () => {
    const pictures = picturesOf({ id: ID, property: 'house', images: photos(4), alts: ['', 'The hall', '', ''] })
    expect(pictures.slice(0, 2).map(({ alt }) => alt)).toEqual(['Photo 1 of the house', 'The hall'])
  })

  it.each([
    ['photos, not the drawings beside them', photos(2), ['1 / 2', '2 / 2', null, null, null]],
    ['no single photo', photos(1), [null, null, null, null, null]],
    ['drawings alone', [], ['1 / 5', '2 / 5', '3 / 5', '4 / 5', '5 / 5']],
    ['photos alone', photos(4), ['1 / 4', '2 / 4', '3 / 4', '4 / 4']],
  ])('counts %s', (_which, images, positions) => {
    const pictures = picturesOf({ id: ID, property: 'house', images, alts: [] })
    expect(pictures.map(({ position }) => position && `${position.at} / ${position.count}`)).toEqual(positions)
  })

  it('labels drawings as drawings', () => {
    const [photo, drawing] = picturesOf({ id: ID, property: 'land', images: photos(1), alts: [''] })
    expect(photo?.alt).toBe('Photo 1 of the land')
    expect(drawing?.alt).toBe('Drawing of the land: seen from its gate')
  })
})

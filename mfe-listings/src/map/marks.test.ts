import type { MapItem } from '@aangan/contracts/posts'
import { fromLonLat } from 'ol/proj.js'
import { describe, expect, it } from 'vitest'
import { countHomes, markOf, marksOfItems, marksOfPosts } from './marks.ts'
import { home } from './testing/home.ts'

const HERE = [18.5204, 73.8567] as const
const NEAR = [18.5214, 73.8577] as const
const FAR = [19.076, 72.8777] as const

describe('markers of the list’s page', () => {
  it('combines listings at one point into one marker', () => {
    const [mark, ...others] = marksOfPosts([home(1, ...HERE), home(2, ...HERE), home(3, ...HERE)], 15)
    expect(others).toEqual([])
    expect(mark).toMatchObject({ kind: 'cluster', count: 3, box: [HERE[1], HERE[0], HERE[1], HERE[0]] })
  })

  it('separates listings as soon as their markers fit', () => {
    const posts = [home(1, ...HERE), home(2, ...NEAR)]
    expect(marksOfPosts(posts, 12)).toHaveLength(1)
    expect(marksOfPosts(posts, 17).map(({ kind }) => kind)).toEqual(['listing', 'listing'])
  })

  it('counts each listing exactly once', () => {
    const posts = Array.from({ length: 500 }, (_, at) => home(at, 18 + (at % 23) / 40, 73 + (at % 17) / 30))
    for (const zoom of [0, 4, 8, 12, 19]) expect(countHomes(marksOfPosts(posts, zoom))).toBe(500)
  })

  it('never overlaps markers, even after clusters have moved', () => {
    const posts = Array.from({ length: 60 }, (_, at) => home(at, 18 + ((at * 37) % 23) / 9, 73 + ((at * 53) % 17) / 7))
    for (const zoom of [4, 6, 8]) {
      const points = marksOfPosts(posts, zoom).map((mark) => fromLonLat([mark.longitude, mark.latitude]))
      const pixel = 40_075_017 / 256 / 2 ** zoom
      for (const [at, [x = 0, y = 0]] of points.entries()) {
        for (const [otherX = 0, otherY = 0] of points.slice(at + 1)) {
          expect(Math.abs(x - otherX) / pixel >= 76 || Math.abs(y - otherY) / pixel >= 38).toBe(true)
        }
      }
    }
  })

  it('skips listings with invalid coordinates', () => {
    const nowhere = [home(1, '', ''), home(2, 'north', '73'), home(3, 91, 73), home(4, 18, 181), home(5, ' ', '0')]
    expect(marksOfPosts(nowhere, 5)).toEqual([])
  })

  it('gives a listing the same key at every zoom', () => {
    const keys = (zoom: number) => marksOfPosts([home(1, ...HERE), home(2, ...FAR)], zoom).map(({ key }) => key)
    expect(keys(8)).toEqual(keys(14))
  })
})

describe('the marker of a listing', () => {
  const [first, second, third] = [home(1, ...HERE), home(2, ...NEAR), home(3, ...FAR)]

  it('is its own, or the cluster that contains it', () => {
    const marks = marksOfPosts([first, second, third], 12)
    expect(markOf(marks, second)).toMatchObject({ kind: 'cluster', count: 2 })
    expect(markOf(marks, third)).toMatchObject({ kind: 'listing', key: third.id })
  })

  it('is null if the map shows another area', () => {
    expect(markOf(marksOfPosts([third], 12), first)).toBeNull()
    expect(markOf(marksOfPosts([third], 12), undefined)).toBeNull()
  })
})

describe('markers of the map’s response', () => {
  it('are unchanged if they fit', () => {
    const items: MapItem[] = [
      { kind: 'cluster', count: 655, latitude: 18.5, longitude: 73.8, bbox: [73.8, 18.5, 73.8, 18.5] },
      { kind: 'listing', ...home(7, ...FAR) },
    ]
    const marks = marksOfItems(items, 12)
    expect(marks).toMatchObject([
      { kind: 'cluster', count: 655, latitude: 18.5, longitude: 73.8 },
      { kind: 'listing', post: { id: home(7, 0, 0).id }, latitude: FAR[0], longitude: FAR[1] },
    ])
    expect(countHomes(marks)).toBe(656)
  })

  it('are merged if they would overlap', () => {
    const items: MapItem[] = [
      { kind: 'listing', ...home(1, ...HERE) },
      { kind: 'listing', ...home(2, ...HERE) },
      { kind: 'cluster', count: 8, latitude: NEAR[0], longitude: NEAR[1], bbox: [73.85, 18.52, 73.86, 18.53] },
    ]
    expect(marksOfItems(items, 19)).toMatchObject([
      { count: 2, box: [HERE[1], HERE[0], HERE[1], HERE[0]] },
      { count: 8 },
    ])
    expect(marksOfItems(items, 10)).toMatchObject([{ count: 10, box: [73.85, 18.52, 73.86, 18.53] }])
  })
})

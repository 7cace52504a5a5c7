import { describe, expect, it } from 'vitest'
import { fallbackTarget, INDIA, isShown, targetOfArea, targetOfPosts } from './target.ts'
import { home } from './testing/home.ts'

const PUNE = home(1, 18.5204, 73.8567)
const MUMBAI = home(2, 19.076, 72.8777)

describe('the target of a search', () => {
  it('is null without results that have coordinates', () => {
    expect(targetOfPosts([])).toBeNull()
    expect(targetOfPosts([home(1, 'x', '')])).toBeNull()
  })

  it('is centred on a single result', () => {
    expect(targetOfPosts([PUNE])).toEqual({ point: { longitude: 73.8567, latitude: 18.5204 }, zoom: 15 })
    expect(targetOfPosts([PUNE, PUNE])).toMatchObject({ point: { latitude: 18.5204 } })
  })

  it('contains two or more results', () => {
    expect(targetOfPosts([PUNE, MUMBAI])).toMatchObject({ box: [72.8777, 18.5204, 73.8567, 19.076] })
  })
})

describe('the fallback target', () => {
  it('is India, or the configured centre at zoom 7', () => {
    const point = { latitude: 52.48, longitude: -1.9 }
    expect(fallbackTarget(null)).toBe(INDIA)
    expect(fallbackTarget(point)).toEqual({ point, zoom: 7 })
  })
})

describe('a searched area', () => {
  const searched = [72, 18, 74, 20] as const

  it('is shown from edge to edge', () => expect(targetOfArea(searched)).toEqual({ box: searched, closest: null }))

  it('does not move the map if it is shown already', () => {
    expect(isShown(searched, searched)).toBe(true)
    expect(isShown(searched, [71.5, 17.9, 74.5, 20.1])).toBe(true)
  })

  it('moves the map if that shows another area, a much larger one or only a part', () => {
    expect(isShown(searched, [0, 0, 1, 1])).toBe(false)
    expect(isShown(searched, [60, 0, 100, 40])).toBe(false)
    expect(isShown(searched, [72.5, 18, 74.5, 20])).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { fallbackTarget, INDIA, isShown, targetOfArea, targetOfPosts } from './target.ts'
import { home } from './testing/home.ts'

const PUNE = home(1, 18.5204, 73.8567)
const MUMBAI = home(2, 19.076, 72.8777)

describe('what the map shows of a search', () => {
  it('is unknown where nothing was found, or nothing that has a place', () => {
    expect(targetOfPosts([])).toBeNull()
    expect(targetOfPosts([home(1, 'x', '')])).toBeNull()
  })

  it('is the one result in the middle', () => {
    expect(targetOfPosts([PUNE])).toEqual({ point: { longitude: 73.8567, latitude: 18.5204 }, zoom: 15 })
    expect(targetOfPosts([PUNE, PUNE])).toMatchObject({ point: { latitude: 18.5204 } })
  })

  it('is all of two results and more', () => {
    expect(targetOfPosts([PUNE, MUMBAI])).toMatchObject({ box: [72.8777, 18.5204, 73.8567, 19.076] })
  })
})

describe('where there is nothing to show', () => {
  it('is India, or the point that was set, at zoom 7', () => {
    const point = { latitude: 52.48, longitude: -1.9 }
    expect(fallbackTarget(null)).toBe(INDIA)
    expect(fallbackTarget(point)).toEqual({ point, zoom: 7 })
  })
})

describe('a searched area', () => {
  const searched = [72, 18, 74, 20] as const

  it('is shown from edge to edge', () => expect(targetOfArea(searched)).toEqual({ box: searched, closest: null }))

  it('stays where it is when the map shows it already', () => {
    expect(isShown(searched, searched)).toBe(true)
    expect(isShown(searched, [71.5, 17.9, 74.5, 20.1])).toBe(true)
  })

  it('is shown again when the map shows something else, much more, or not all of it', () => {
    expect(isShown(searched, [0, 0, 1, 1])).toBe(false)
    expect(isShown(searched, [60, 0, 100, 40])).toBe(false)
    expect(isShown(searched, [72.5, 18, 74.5, 20])).toBe(false)
  })
})

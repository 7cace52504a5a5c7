import { describe, expect, it } from 'vitest'
import { targetOf } from './target.ts'
import { home } from './testing/home.ts'

const PUNE = home(1, 18.5204, 73.8567)
const MUMBAI = home(2, 19.076, 72.8777)

describe('what the map shows of a search', () => {
  it('is central England at zoom 7 when nothing was found', () => {
    expect(targetOf([], null, null)).toEqual({ point: { longitude: -1.9, latitude: 52.48 }, zoom: 7 })
    expect(targetOf([home(1, 'x', '')], null, null)).toMatchObject({ zoom: 7 })
  })

  it('is the one result in the middle', () => {
    expect(targetOf([PUNE], null, null)).toEqual({ point: { longitude: 73.8567, latitude: 18.5204 }, zoom: 15 })
    expect(targetOf([PUNE, PUNE], null, null)).toMatchObject({ point: { latitude: 18.5204 } })
  })

  it('is all of two results and more', () => {
    expect(targetOf([PUNE, MUMBAI], null, null)).toMatchObject({ box: [72.8777, 18.5204, 73.8567, 19.076] })
  })
})

describe('a searched area', () => {
  const searched = [72, 18, 74, 20] as const

  it('is shown whatever was found in it', () => {
    expect(targetOf([PUNE], searched, [0, 0, 1, 1])).toEqual({ box: searched, closest: null })
    expect(targetOf([], searched, null)).toEqual({ box: searched, closest: null })
  })

  it('stays where it is when the map shows it already', () => {
    expect(targetOf([PUNE], searched, searched)).toBeNull()
    expect(targetOf([PUNE], searched, [71.5, 17.9, 74.5, 20.1])).toBeNull()
  })

  it('is shown again when the map shows much more, or not all of it', () => {
    expect(targetOf([PUNE], searched, [60, 0, 100, 40])).toEqual({ box: searched, closest: null })
    expect(targetOf([PUNE], searched, [72.5, 18, 74.5, 20])).toEqual({ box: searched, closest: null })
  })
})

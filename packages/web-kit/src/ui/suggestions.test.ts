import { describe, expect, it } from 'vitest'
import { matchSuggestions } from './suggestions.ts'

const cities = [
  'Mumbai',
  'New Delhi',
  'Pune',
  'Navi Mumbai',
  'Bengalūru',
  'Delhi',
  'Nagpur',
  'Kochi',
  'Jaipur',
  'Surat',
]
const all = cities.map((value) => ({ value }))
const values = (typed: string) => matchSuggestions(all, typed).map(({ value }) => value)

describe('matchSuggestions', () => {
  it('offers the first eight before anything is typed', () => expect(values(' ')).toEqual(cities.slice(0, 8)))

  it('puts what begins with the text before what has a word that does', () => {
    expect(values('Mum')).toEqual(['Mumbai', 'Navi Mumbai'])
    expect(values('d')).toEqual(['Delhi', 'New Delhi'])
  })

  it('minds neither case nor accents', () => expect(values('BENGALU')).toEqual(['Bengalūru']))

  it('offers nothing for what is not among them', () => expect(values('Paris')).toEqual([]))

  it('offers the others again when one is chosen', () => expect(values('pune')).toEqual(cities.slice(0, 8)))
})

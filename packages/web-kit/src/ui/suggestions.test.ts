import { describe, expect, it } from 'vitest'
import { matchSuggestions } from './suggestions.ts'

const all = [
  { value: 'Mumbai', typed: 'Bombay' },
  { value: 'New Delhi' },
  { value: 'Navi Mumbai' },
  { value: 'Bengalūru' },
  { value: 'Kothrud, Pune' },
]
const values = (text: string) => matchSuggestions(all, text).map(({ value }) => value)

describe('matchSuggestions', () => {
  it('keeps what has a word that begins with the text, in the order given', () => {
    expect(values('Mum')).toEqual(['Mumbai', 'Navi Mumbai'])
    expect(values('pune')).toEqual(['Kothrud, Pune'])
    expect(values('umbai')).toEqual([])
  })

  it('keeps what is suggested for another name', () => expect(values('bomb')).toEqual(['Mumbai']))

  it('minds neither case nor accents nor spaces', () => {
    expect(values(' BENGALU')).toEqual(['Bengalūru'])
    expect(values('new  d')).toEqual(['New Delhi'])
  })

  it('keeps all while nothing is typed', () => expect(values(' ')).toHaveLength(all.length))
})

import { describe, expect, it } from 'vitest'
import { isSameName, matchSuggestions } from './suggestions.ts'

const all = [
  { value: 'Mumbai', typed: 'Bombay' },
  { value: 'New Delhi' },
  { value: 'Navi Mumbai' },
  { value: 'Bengalūru' },
  { value: 'Kothrud, Pune' },
]
const values = (text: string) => matchSuggestions(all, text).map(({ value }) => value)

describe('matchSuggestions', () => {
  it('keeps suggestions with a word that starts with the text, in the given order', () => {
    expect(values('Mum')).toEqual(['Mumbai', 'Navi Mumbai'])
    expect(values('pune')).toEqual(['Kothrud, Pune'])
    expect(values('umbai')).toEqual([])
  })

  it('matches other names too', () => expect(values('bomb')).toEqual(['Mumbai']))

  it('ignores case, accents and spaces', () => {
    expect(values(' BENGALU')).toEqual(['Bengalūru'])
    expect(values('new  d')).toEqual(['New Delhi'])
    expect(values('\u200bnew\u00a0d\ufeff')).toEqual(['New Delhi'])
  })

  it('keeps the vowel signs of Indian scripts', () => {
    const names = [
      { value: 'Kolkata', typed: 'कोलकाता' },
      { value: 'Kalka', typed: 'कालका' },
    ]
    expect(matchSuggestions(names, 'कोल')).toEqual([names[0]])
  })

  it('keeps all without text', () => expect(values(' ')).toHaveLength(all.length))
})

it.each([
  [' Bengalūru', 'bengaluru', true],
  ['बेंगलूरु', 'बेंगलुरु', true],
  ['कोटा', 'काटी', false],
])('isSameName: %s, %s: %s', (one, other, same) => expect(isSameName(one, other)).toBe(same))

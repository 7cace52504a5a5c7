import { describe, expect, it } from 'vitest'
import { asTyped, isBlank, oneLine, plainLine, quoted, severalLines } from './characters.ts'

/** Pasted from contacts, sheets and WhatsApp. */
const INVISIBLE = [
  ...['\u00ad', '\u034f', '\u061c', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202b'],
  ...['\u202c', '\u202d', '\u202e', '\u2060', '\u2061', '\u2062', '\u2063', '\u2064', '\u2066', '\u2067', '\u2068'],
  ...['\u2069', '\u206f', '\ufe0f', '\ufeff', '\ufff9', '\u{e0020}', '\u{1d173}'],
]
const BLANK = [
  ...['\u115f', '\u1160', '\u2800', '\u3164', '\uffa0', '\u00a0', '\u2009', '\u202f', '\u3000', '\u0085'],
  ...['\u{13441}', '\u{13442}', '\u{1d159}'],
]

describe('an invisible character', () => {
  it.each(INVISIBLE)('%j is removed from a line and from a text', (one) => {
    const text = `${one}2${one} BHK${one} Pu${one}ne${one}`
    expect([oneLine(text), severalLines(text), plainLine(text), asTyped(text)]).toEqual(Array(4).fill('2 BHK Pune'))
  })

  it.each([...INVISIBLE, ...BLANK, ' ', '\n', '\u0301'])('%j alone is no text', (one) => {
    const text = one.repeat(3)
    expect([isBlank(text), oneLine(text), severalLines(text), asTyped(text)]).toEqual([true, '', '', ''])
  })
})

describe('what shapes text', () => {
  it.each([
    ['a half letter', 'क्\u200dष'],
    ['a half letter at the end', 'अवन्\u200d सुंदर'],
    ['letters that do not join', 'می\u200cخواهم'],
    ['a joiner before a vowel sign', 'तमिल\u200dनाडु'],
    ['a family', '👩\u200d👧 home'],
    ['a dark thumb and a heart', '👍🏿 ❤\ufe0f\u200d🔥'],
    ['a keycap', '1\ufe0f\u20e3 room'],
    ['the flag of Wales', '🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}'],
  ])('stays: %s', (_, text) => {
    expect([oneLine(text), severalLines(text)]).toEqual([text, text])
  })

  it.each([
    ['हाँ\u200d', 'हाँ'],
    ['\u200dहाँ', 'हाँ'],
    ['क्\u200d\u200dष', 'क्\u200dष'],
    ['👩\u200d home', '👩 home'],
  ])('goes where it shapes nothing: %j', (text, clean) => {
    expect(oneLine(text)).toBe(clean)
  })

  it('is no part of a key', () => {
    expect(plainLine('क्\u200dष')).toBe('क्ष')
  })
})

describe('white space', () => {
  it.each([
    ['  a \t b\u00a0\u202f c\n', 'a b c'],
    ['a\vb\fc\u2028d\u2029e\u0085f\r\ng', 'a b c d e f g'],
    ['a\u3164b\u2800c\uffa0d', 'a b c d'],
  ])('in the line %j', (text, line) => {
    expect(oneLine(text)).toBe(line)
  })

  it.each([
    ['a\vb\fc\u2028d\u2029e\u0085f\r\ng\rh', 'a\nb\nc\nd\ne\nf\ng\nh'],
    ['\n  two  spaces\n\n and a tab\t.\n\u2800\n', 'two  spaces\n\n and a tab\t.'],
  ])('in the text %j', (text, clean) => {
    expect(severalLines(text)).toBe(clean)
  })

  it('is trimmed in time', () => {
    expect(severalLines(`a${' '.repeat(100_000)}b${'\u00a0'.repeat(100_000)}`)).toHaveLength(100_002)
  })
})

describe('asTyped', () => {
  it('reads the digits of every script', () => {
    const systems = Intl.supportedValuesOf('numberingSystem').filter((system) => digitsOf(system).length === 10)
    expect(systems.length).toBeGreaterThan(50)
    for (const system of systems) expect([system, asTyped(digitsOf(system).join(''))]).toEqual([system, '0123456789'])
  })

  it.each([
    ['98200\u201112345', '98200-12345'],
    ['\u221277.5', '-77.5'],
    ['５ – ６', '5 - 6'],
    ['ＡＢ＠', 'AB@'],
    ['٤٥٫٥', '45.5'],
    ['o’neill', "o'neill"],
  ])('of %s is %s', (text, typed) => {
    expect(asTyped(text)).toBe(typed)
  })
})

/** None for systems without ten digits, such as Roman numerals. */
function digitsOf(system: string): string[] {
  const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false })
  const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit))
  return digits.filter((digit) => /^\p{Nd}$/u.test(digit))
}

describe('quoted', () => {
  it.each([
    ['Pune', '"Pune"'],
    ['2 "BHK"\n', '"2 \\"BHK\\"\\n"'],
    ['flat\u200b', '"flat\\u{200b}"'],
    ['flat\u00a0a', '"flat\\u{a0}a"'],
    ['\u2800\u{1d159}', '"\\u{2800}\\u{1d159}"'],
    [undefined, 'missing'],
    [5, '5'],
  ])('writes %j as %s', (value, text) => {
    expect(quoted(value)).toBe(text)
  })

  it('cuts long values', () => {
    expect(quoted('a'.repeat(100), 10)).toBe('"aaaaaaaaa…')
  })
})

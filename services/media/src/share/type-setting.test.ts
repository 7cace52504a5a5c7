import { beforeAll, describe, expect, it } from 'vitest'
import { createTypeSetter, type TypeSetter } from './type-setting.ts'
import { openTypefaces } from './typefaces.ts'

const STYLE = { weight: 'strong', size: 36 } as const
let type: TypeSetter
beforeAll(async () => {
  type = createTypeSetter(await openTypefaces())
})

describe('type', () => {
  it.each(['Aangan', '₹45 Lac', '$ 1,200', 'Café – “Zoë”', 'Ōṣṭhya', 'पुणे में क्षत्रिय', '2 कमरे · ₹25,000'])(
    'writes %s as outlines alone',
    (text) => {
      expect(type.writable(text, 'strong')).toBe(text)
      const line = type.line(text, 10, 20, { ...STYLE, colour: '#000000' })
      expect(line).toMatch(/^<g fill="#000000">(<path transform="[^"]+" d="[MLQCZ0-9 .-]+"\/>)+<\/g>$/)
      expect(type.widthOf(text, STYLE)).toBeGreaterThan(20)
    },
  )

  it('drops characters that no font has, and keeps the rest', () => {
    expect(type.writable('சென்னை Chennai 😀 home', 'medium')).toBe('Chennai home')
    expect(type.writable('漢字', 'medium')).toBe('')
  })

  it('shapes complex scripts: three characters form one glyph', () => {
    expect(type.line('क्ष', 0, 0, { ...STYLE, colour: '#000000' }).match(/<path/g)).toHaveLength(1)
  })

  it('breaks lines between words, and inside overlong words', () => {
    const width = type.widthOf('two bedrooms', STYLE) + 1
    expect(type.wrap('two bedrooms and a garden', width, 3, STYLE)).toEqual(['two bedrooms', 'and a garden'])
    const lines = type.wrap('Supercalifragilisticexpialidocious', width, 5, STYLE)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join('')).toBe('Supercalifragilisticexpialidocious')
    for (const line of lines) expect(type.widthOf(line, STYLE)).toBeLessThanOrEqual(width)
  })

  it('ends text that does not fit with an ellipsis', () => {
    const lines = type.wrap('a lovely house with a garden '.repeat(400), 300, 2, STYLE)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/\w…$/)
    for (const line of lines) expect(type.widthOf(line, STYLE)).toBeLessThanOrEqual(300)
  })

  it('is as large as the line allows, but no smaller than the minimum', () => {
    const sizes = { weight: 'strong', most: 64, least: 30 } as const
    expect(type.fit('₹1', 400, sizes)).toBe(64)
    const size = type.fit('$ 1,23,45,67,890', 400, sizes)
    expect(size).toBeLessThan(64)
    expect(type.widthOf('$ 1,23,45,67,890', { weight: 'strong', size })).toBeLessThanOrEqual(400)
    expect(type.fit('x'.repeat(200), 400, sizes)).toBe(30)
  })
})

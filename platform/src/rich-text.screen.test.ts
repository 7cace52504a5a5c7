import { cleanHtml } from '@aangan/posts/html'
import { describe, expect, it } from 'vitest'
import { fromHtml } from '../../mfe-listings/src/add/rich-text/from-html.ts'
import { isHeld } from '../../mfe-listings/src/add/rich-text/is-held.ts'
import { toHtml } from '../../mfe-listings/src/add/rich-text/to-html.ts'
import { BLOCKS, STYLES } from '../../mfe-listings/src/add/rich-text/vocabulary.ts'
import { held } from '../../mfe-listings/src/add/testing/held.ts'
import { generator, type Random } from '../../mfe-listings/src/add/testing/random.ts'

type RawDraftContentState = Parameters<typeof held>[0]
type RawDraftContentBlock = RawDraftContentState['blocks'][number]

/** Returns the HTML stored for the editor's content. */
const stored = (content: RawDraftContentState) => cleanHtml(toHtml(content))
/** Returns the HTML after a stored text was opened in the editor and saved again. */
const again = (html: string) => stored(held(fromHtml(html)))

const KINDS = Object.keys(BLOCKS)
const ALL_STYLES = Object.keys(STYLES) as RawDraftContentBlock['inlineStyleRanges'][number]['style'][]
const WORDS = ['flat', ' ', '  ', '\n', '&', '<b>', '"', "'", '\u00a0', 'घर', '🏡', '&amp;', '\t', 'é', '>']
const LINKS = ['https://example.com/?a=1&b="2"', 'mailto:asha@example.com', 'tel:+912012345678', 'http://a.in/घर']

describe('text formatted with the toolbar', () => {
  it('is unchanged by a round trip: each block type with each set of styles, linked and not', () => {
    for (const type of KINDS) {
      for (let set = 0; set < 2 ** ALL_STYLES.length; set++) {
        const styles = ALL_STYLES.filter((_, at) => set & (1 << at))
        for (const linked of [false, true]) expectUnchanged({ blocks: [block(0, { type, styles, linked })], entityMap })
      }
    }
  })

  it('is unchanged by a round trip: each block type after each other one', () => {
    const blocks = KINDS.flatMap((one) => KINDS.flatMap((other) => [one, other]))
    expectUnchanged({ blocks: blocks.map((type, at) => block(at, { type })), entityMap })
  })

  it('is unchanged by a round trip: random mixtures', () => {
    const random = generator(1)
    for (let round = 0; round < 300; round++) expectUnchanged(randomContent(random))
  })
})

const entityMap: RawDraftContentState['entityMap'] = Object.fromEntries(
  LINKS.map((url, key) => [key, { type: 'LINK', mutability: 'MUTABLE', data: { url, targetOption: '_self' } }]),
)

function expectUnchanged(content: RawDraftContentState): void {
  const html = stored(held(content))
  expect(again(html), JSON.stringify(content)).toBe(html)
  expect(isHeld(html), html).toBe(true)
  const text = content.blocks.map((each) => each.text).join('')
  expect(new DOMParser().parseFromString(html, 'text/html').body.textContent?.replaceAll(/\s/g, '')).toBe(
    text.replaceAll(/\s/g, ''),
  )
}

interface Kind {
  type: string
  styles?: typeof ALL_STYLES
  linked?: boolean
}

/** 'one two three', with 'two' styled and 'wo th' linked. */
function block(at: number, { type, styles = [], linked = false }: Kind): RawDraftContentBlock {
  const inlineStyleRanges = styles.map((style) => ({ style, offset: 4, length: 3 }))
  const entityRanges = linked ? [{ key: 0, offset: 5, length: 5 }] : []
  return { key: `k${at}`, text: 'one two three', type, depth: 0, inlineStyleRanges, entityRanges }
}

function randomContent(random: Random): RawDraftContentState {
  const blocks = Array.from({ length: 1 + random(6) }, (_, at): RawDraftContentBlock => {
    const signs = Array.from({ length: random(8) }, () => WORDS[random(WORDS.length)] ?? '')
    const length = Array.from(signs.join('')).length
    const range = () => {
      const offset = random(length + 1)
      return { offset, length: random(length + 1 - offset) }
    }
    const type = KINDS[random(KINDS.length)] ?? 'unstyled'
    return {
      key: `k${at}`,
      text: signs.join(''),
      type,
      depth: type.endsWith('list-item') ? random(5) : 0,
      inlineStyleRanges: Array.from({ length: random(5) }, () => ({
        style: ALL_STYLES[random(ALL_STYLES.length)] ?? 'BOLD',
        ...range(),
      })),
      entityRanges: Array.from({ length: random(2) }, () => ({ key: random(LINKS.length), ...range() })),
    }
  })
  return { blocks, entityMap }
}

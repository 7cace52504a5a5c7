import { isRichText } from '@aangan/contracts/text/rich-text'
import { cleanHtml } from '@aangan/posts/html'
import { parseFragment, serialize } from 'parse5'
import { expect, it } from 'vitest'
import { generator, oneOf, type Random } from '../../mfe-listings/src/add/testing/random.ts'
import { randomHtml } from '../../mfe-listings/src/add/testing/random-html.ts'
import { forbiddenIn, HARMFUL_HTML } from './testing/harmful-html.ts'

const PIECES: readonly [string, ...string[]] = ['', ...HARMFUL_HTML.filter((html) => html.length < 1_000)]

/** Returns harmful pieces, cut anywhere, between pieces of programs' HTML. */
function mixture(random: Random): string {
  const pieces = Array.from({ length: 1 + random(6) }, () => {
    const piece = random(2) === 0 ? randomHtml(random) : oneOf(random, PIECES)
    return random(2) === 0 ? piece : piece.slice(0, random(piece.length + 1))
  })
  return pieces.join('')
}

/** A parser makes of it what it says, and nothing around it. */
function expectShowable(html: string): void {
  const box = parseFragment(`<div>${html}</div><p>after</p>`)
  expect(
    forbiddenIn({
      ...box,
      childNodes: box.childNodes.flatMap((node) => ('childNodes' in node ? node.childNodes : [])),
    }),
    html,
  ).toEqual([])
  expect(serialize(box).replaceAll('&nbsp;', '\u00a0'), html).toBe(`<div>${html}</div><p>after</p>`)
}

it('every description that posts stores is shown with its markup', () => {
  const random = generator(3)
  const given = [...HARMFUL_HTML, ...Array.from({ length: 1_000 }, () => mixture(random))]
  for (const html of given) {
    const stored = cleanHtml(html)
    expect(isRichText(stored), html).toBe(true)
    expect(cleanHtml(stored)).toBe(stored)
    expectShowable(stored)
  }
})

it('what is nearly in the form of stored descriptions is shown with markup only if a parser finds no more in it', () => {
  const random = generator(5)
  const stored = Array.from({ length: 300 }, () => cleanHtml(mixture(random))).filter((html) => html.includes('<'))
  const changed = stored.flatMap((html) => Array.from({ length: 20 }, () => change(random, html)))
  const shown = changed.filter(isRichText)
  expect(shown.length).toBeGreaterThan(100)
  for (const html of shown) expectShowable(html)
})

const CHANGES = [
  '',
  '',
  'x',
  ' ',
  '"',
  '/',
  '=',
  '>',
  '<br>',
  '<b>',
  '</b>',
  '<p>',
  '</p>',
  '<li>',
  '<a>',
  '&amp;',
  '&',
  ...PIECES,
] as const

function change(random: Random, html: string): string {
  const at = random(html.length)
  return html.slice(0, at) + oneOf(random, CHANGES) + html.slice(at + random(3))
}

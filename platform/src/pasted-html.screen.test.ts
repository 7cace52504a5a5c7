import { cleanHtml } from '@aangan/posts/html'
import { expect, it } from 'vitest'
import { fromHtml } from '../../mfe-listings/src/add/rich-text/from-html.ts'
import { toHtml } from '../../mfe-listings/src/add/rich-text/to-html.ts'
import { held } from '../../mfe-listings/src/add/testing/held.ts'
import { generator } from '../../mfe-listings/src/add/testing/random.ts'
import { randomHtml } from '../../mfe-listings/src/add/testing/random-html.ts'

const stored = (html: string) => cleanHtml(toHtml(held(fromHtml(html))))

function display(html: string): HTMLElement {
  const box = document.createElement('div')
  const template = document.createElement('template')
  template.innerHTML = html
  box.append(template.content)
  document.body.append(box)
  return box
}

/** Returns the words that the browser displays, with one space between them. */
const wordsIn = (box: HTMLElement) => box.innerText.replaceAll(/\s+/g, ' ').trim()
const lettersOf = (text: string) => text.replaceAll(' ', '')

/** Returns the positions of spaces, counted in letters. */
function gapsIn(text: string): number[] {
  let letters = 0
  return text.split(' ').map((word) => {
    letters += word.length
    return letters
  })
}

const TABLE = /<(?:table|caption|t[bhrd])/

/** Browsers display these on lines of their own, but `innerText` does not separate them. */
const STRAY = ':not(table) > :is(tbody, thead, caption), :not(tbody, thead) > tr, :not(tr) > :is(td, th)'

it('every word of HTML that a program sends is kept, and no two are joined', () => {
  const random = generator(11)
  for (let round = 0; round < 1_000; round++) {
    const html = randomHtml(random).replaceAll(/ (?:hidden|style="[^"]*")/g, '')
    const once = cleanHtml(html)
    const [box, again] = [display(html), display(once)]
    const [given, kept] = [wordsIn(box), wordsIn(again)]
    const letters = (text: string) => Array.from(lettersOf(text)).sort().join('')
    expect(letters(kept), html).toBe(letters(given))
    // Browsers move text of a table that is in no cell.
    if (!TABLE.test(html)) expect(gapsIn(kept), html).toEqual(expect.arrayContaining(gapsIn(given)))
    expect(cleanHtml(once), once).toBe(once)
    box.remove()
    again.remove()
  }
})

it('keeps exactly the words of pasted HTML that a browser displays, and keeps them again when it is edited', () => {
  const random = generator(7)
  for (let round = 0; round < 1_000; round++) {
    const html = randomHtml(random)
    const once = stored(html)
    const [box, again] = [display(html), display(once)]
    const [given, kept] = [wordsIn(box), wordsIn(again)]
    if (!box.querySelector(STRAY)) expect(kept, html).toBe(given)
    expect(lettersOf(kept), html).toBe(lettersOf(given))
    expect(gapsIn(kept), html).toEqual(expect.arrayContaining(gapsIn(given)))
    expect(stored(once), once).toBe(once)
    box.remove()
    again.remove()
  }
})

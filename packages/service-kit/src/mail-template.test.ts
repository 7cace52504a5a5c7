import { expect, it } from 'vitest'
import { renderMail, wordsOf } from './mail-template.ts'
import { HOSTILE_WORDS, LINK_IN_MAIL } from './testing/hostile-words.ts'

const OURS = 'https://aangan.example'

function mailWith(words: string) {
  const item = { title: wordsOf(words), lines: [wordsOf(words)], url: `${OURS}/1` }
  const stop = { page: `${OURS}/stop`, oneClick: `${OURS}/one` }
  const all = { words: 'All', url: `${OURS}/list` }
  return renderMail({ greeting: 'Hello,', lead: 'News:', items: [item], all, stop })
}

function tagsOf(html = ''): string[] {
  return html.match(/<[^>]+>/g) ?? []
}

it.each(HOSTILE_WORDS)('%j makes no link, line, header or markup of its own', (words) => {
  const { text = '', html = '', headers = {} } = mailWith(words)
  expect(text.split('\n')).toHaveLength(mailWith('Quiet').text.split('\n').length)
  expect(text.replaceAll(OURS, '')).not.toMatch(LINK_IN_MAIL)
  expect(tagsOf(html)).toEqual(tagsOf(mailWith('Quiet').html))
  expect(Object.keys(headers)).toEqual(['List-Unsubscribe', 'List-Unsubscribe-Post'])
})

it('keeps every visible word', () => {
  expect(wordsOf('2.5 km from St. John’s,\n ask me@home.in').replaceAll('\u2060', '')).toBe(
    '2.5 km from St. John’s, ask me@home.in',
  )
  expect(wordsOf('\u202eFlat\u200b at\u2028Baner\u202c')).toBe('Flat at Baner')
  const plain = '₹1.25 Cr · 2.5 km · 10:30 · Rent: 25,000'
  expect(wordsOf(plain)).toBe(plain)
})

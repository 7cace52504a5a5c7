import { expect, it } from 'vitest'
import { partsOf } from './links.ts'

const linksIn = (text: string) => partsOf(text).flatMap(({ href, text }) => (href ? [`${text} -> ${href}`] : []))

it.each([
  ['See https://example.com/a?b=1#c.', ['https://example.com/a?b=1#c -> https://example.com/a?b=1#c']],
  ['(http://example.com)', ['http://example.com -> http://example.com/']],
  ['https://example.com/a_(b), then', ['https://example.com/a_(b) -> https://example.com/a_(b)']],
  [
    'www.example.com or HTTPS://EXAMPLE.com!',
    ['www.example.com -> https://www.example.com/', 'HTTPS://EXAMPLE.com -> https://example.com/'],
  ],
  ['two\nhttps://example.com\nlines', ['https://example.com -> https://example.com/']],
])('finds the URLs in %j', (text, links) => {
  expect(linksIn(text)).toEqual(links)
  expect(
    partsOf(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://example.com',
  'https://bank.com@evil.com',
  'https://localhost/x',
  'https://',
  'mail asha@example.com',
  'xhttps://example.com',
])('finds no link in %j', (text) => expect(partsOf(text)).toEqual([{ text }]))

it('ends a URL at bidirectional control characters', () => {
  expect(linksIn('https://example.com/\u202Egpj.exe')).toEqual(['https://example.com/ -> https://example.com/'])
})

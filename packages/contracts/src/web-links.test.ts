import { describe, expect, it } from 'vitest'
import { partsOf } from './web-links.ts'

/** The text with its links in braces. */
const marked = (text: string) =>
  partsOf(text)
    .map((part) => (part.href ? `{${part.text}}` : part.text))
    .join('')
const opened = (text: string) => partsOf(text).flatMap(({ href }) => href ?? [])

describe('an address ends before', () => {
  it.each([
    ['a full stop', 'See {https://example.com/a?b=1#c}.'],
    ['brackets around it', '({http://example.com}) and ({https://example.com/a})b'],
    ['brackets around it, not within', '({https://example.com/a_(b)}), then'],
    [
      'brackets of other scripts',
      '（{https://example.com/a}）【{https://example.com/（b）}】「{https://example.com/a}」',
    ],
    ['a danda', 'देखें {https://example.com}। {https://example.com/a}।और {https://example.com/घर}॥'],
    ['quotes', '“{https://example.com/a}” ‘{https://example.com}’ «{https://example.com/a}» "{https://example.com/a}"'],
    ['an apostrophe', '{https://example.com}’s {https://example.com/a}’s'],
    ['an ellipsis', '{https://example.com}… {https://example.com/a}… {https://example.com/a}...'],
    [
      'Arabic and Urdu punctuation',
      '{https://example.com/a}، {https://example.com}۔ {https://example.com/a}؟ {https://example.com}؛',
    ],
    [
      'punctuation of other scripts',
      '{https://example.com}。{https://example.com/a}、{https://example.com/a}！ {https://example.com/a}។ {https://example.com/a}።',
    ],
    ['dashes', '{https://example.com/a}— {https://example.com}–'],
    ['emoji', '{https://example.com}🙏 {https://example.com/a}🙏🏽 {https://example.com/a}👨‍👩‍👧❤️'],
    [
      'signs of styles',
      '*{https://example.com/a}* _{https://example.com/a}_ _{https://example.com}_ ~{https://example.com/a}~',
    ],
    ['another script', '{www.example.com}पर जाएँ, {https://example.com}を見て'],
    [
      'invisible characters',
      '{https://example.com/a}\u200b {https://example.com}\ufeff {https://example.com/}\u202Egpj.exe',
    ],
    ['a line break', 'two\n{https://example.com}\nlines'],
    ['a comma and the next', '{https://example.com},{http://example.org}'],
    ['a list', '{https://example.com/a},{https://example.org/b};{www.example.com/c}|{https://example.org/d}'],
    ['characters that no host has', '{https://example.com}%2e.org, {https://example.com}\\a, {https://example.com}_'],
  ])('%s', (_what, text) => {
    expect(marked(text.replaceAll(/[{}]/g, ''))).toBe(text)
  })
})

describe('an address keeps', () => {
  it.each([
    ['underscores', '{https://example.com/page_} {https://my_home.example.com/a_b_}'],
    ['letters of any script', '{https://example.com/घर/क्\u200dष?a=ब#न} {https://example.com/Michelson–Morley}'],
    ['balanced brackets', '{https://example.com/a_(b)} {https://example.com/(a)/「b」}'],
    ['its port', '{https://example.com:8443/a} {https://example.com:443}: here'],
    [
      'what maps and WhatsApp write',
      '{https://maps.google.com/maps/@18.5,73.8,15z} {https://wa.me/919820012345?text=Hi%20}',
    ],
    ['an address within', '{https://example.com/a?u=https://example.org/c&d=e} {https://example.com/a,b;c|d}'],
    ['a slash at its end', '{https://example.com/}. {HTTPS://EXAMPLE.com/}!'],
  ])('%s', (_what, text) => expect(marked(text.replaceAll(/[{}]/g, ''))).toBe(text))
})

describe('a host', () => {
  it.each([
    ['as written', 'https://example.com।', '{https://example.com}।', 'https://example.com/'],
    ['as written, in capitals', 'WWW.Example.COM/A', '{WWW.Example.COM/A}', 'https://www.example.com/A'],
    [
      'as written, in one script',
      'https://घर.भारत/अ',
      '{https://घर.भारत/अ}',
      'https://xn--41b2c.xn--h2brj9c/%E0%A4%85',
    ],
    [
      'as opened, if letters are lookalikes',
      'https://gооgle.com/a',
      '{https://xn--ggle-55da.com/a}',
      'https://xn--ggle-55da.com/a',
    ],
    [
      'as opened, if all letters are',
      'https://аррӏе.com',
      '{https://xn--80ak6aa92e.com}',
      'https://xn--80ak6aa92e.com/',
    ],
    [
      'as opened, if scripts are mixed',
      'https://bankबैंक.com',
      '{https://xn--bank-j5i0i1gyi.com}',
      'https://xn--bank-j5i0i1gyi.com/',
    ],
    ['as opened, if letters are wide', 'https://ｂａｎｋ.com', '{https://bank.com}', 'https://bank.com/'],
    ['as opened, if it is a number', 'http://0x7f.1/a', '{http://127.0.0.1/a}', 'http://127.0.0.1/a'],
  ])('is shown %s', (_what, text, shown, href) => {
    expect(marked(text)).toBe(shown)
    expect(opened(text)).toEqual([href])
  })
})

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://example.com',
  'https://bank.com@evil.com',
  'https://bank.com\\@evil.com',
  'https://bank.com@www.evil.com',
  'https://a:b@evil.com',
  'https://localhost/x',
  'https://example.com:99999/',
  'https://ex\u00adample.com',
  'https://.example.com',
  'https:/example.com',
  'http:\\\\example.com',
  'wwww.example.com',
  'https://',
  'https://...',
  'www.',
  'www. example',
  'mail asha@example.com',
  'xhttps://example.com',
])('finds no link in %j', (text) => expect(partsOf(text)).toEqual([{ text }]))

it('reads what separates addresses once, however long it is', () => {
  const links = 'https://a.co/1 '.repeat(20)
  expect(partsOf(`${links}${';'.repeat(20_000)}`).filter(({ href }) => href)).toHaveLength(20)
})

import { expect, it } from 'vitest'
import { textIn, textLengthOf } from './html-text.ts'

it.each([
  ['', 0],
  ['<p>घर</p><p>a<br>b</p>', 4],
  ['a &amp; b &lt; c', 9],
  ['<a href="https://example.com/?a=1&amp;b=&gt;">link</a>', 4],
  ['&'.repeat(3), 3],
])('%j has %i visible characters', (html, length) => {
  expect(textLengthOf(html)).toBe(length)
})

it('is read without what looks like a tag', () => {
  expect(textIn('<p>2 &lt; 3<br />&amp;lt; &copy;</p><img src="<b>"> 3 < 4')).toBe(
    ' 2 < 3 &lt; &copy; <img src=" "> 3 < 4',
  )
})

it('is read and counted in time', () => {
  const signs = '<'.repeat(100_000)
  expect(textIn(signs)).toBe(signs)
  expect(textLengthOf(signs)).toBe(100_000)
})

import { expect, it } from 'vitest'
import { textLengthOf } from './html-text.ts'

it.each([
  ['', 0],
  ['<p>घर</p><p>a<br>b</p>', 4],
  ['a &amp; b &lt; c', 9],
  ['<a href="https://example.com/?a=1&amp;b=&gt;">link</a>', 4],
  ['&'.repeat(3), 3],
])('%j has %i visible characters', (html, length) => {
  expect(textLengthOf(html)).toBe(length)
})

it('is counted in time', () => {
  expect(textLengthOf('<'.repeat(100_000))).toBe(100_000)
})

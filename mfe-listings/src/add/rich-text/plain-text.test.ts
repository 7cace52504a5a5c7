import { expect, it } from 'vitest'
import { htmlOfText } from './plain-text.ts'

it.each([
  ['', ''],
  [' \n\n ', ''],
  ['Bright and quiet', '<p>Bright and quiet</p>'],
  ['One\n\n\nTwo\r\n \r\nThree', '<p>One</p><p>Two</p><p>Three</p>'],
  ['One\vtwo\u2028three\fFour', '<p>One<br>two<br>three<br>Four</p>'],
  ['Fl\u200bat', '<p>Flat</p>'],
  ['\u3164', ''],
  ['One\n  two', '<p>One<br>two</p>'],
  ['2 < 3 & <b>bold</b>', '<p>2 &lt; 3 &amp; &lt;b&gt;bold&lt;/b&gt;</p>'],
])('%j becomes %j', (text, html) => expect(htmlOfText(text)).toBe(html))

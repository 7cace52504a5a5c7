import { expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

it.each([
  ['<p>A <b>bri</b>ght flat</p><ul><li>Lift<ul><li>Gym</li></ul></li></ul>', 'A bright flat Lift Gym'],
  ['<p>One<br>two&nbsp;&amp; 2 &lt; 3 style="new" &#2342;&eacute;</p>', 'One two & 2 < 3 style="new" दé'],
  ['<p>See <a href="https://example.com/?a>b" rel="nofollow">the plan</a>.</p>', 'See the plan.'],
  ['', ''],
])('the text of %j is %j', (html, text) => expect(plainText(html)).toBe(text))

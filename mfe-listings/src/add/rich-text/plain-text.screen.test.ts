import { expect, it } from 'vitest'
import { textOfHtml } from './plain-text.ts'

it.each([
  ['<p>One<br>two</p><h2>Three</h2>', 'One\ntwo\n\nThree'],
  ['<ul><li>Lift<ul><li>Gym</li></ul></li><li>Pool</li></ul><p>Quiet</p>', 'Lift\n\nGym\n\nPool\n\nQuiet'],
  ['<p>A\nstyle="new" &lt;/p&gt; <strong>bri</strong>ght</p>', 'A style="new" </p> bright'],
  ['', ''],
])('the text of %j is %j', (html, text) => expect(textOfHtml(html)).toBe(text))

import { expect, it } from 'vitest'
import { isRichText } from './rich-text.ts'

const REL = 'rel="nofollow noopener noreferrer ugc"'

it.each([
  '',
  'Bright &amp; quiet, 2 &lt; 3, "new"',
  '<h2>Rooms</h2><ul><li><strong>a</strong><ul><li>b</li></ul></li><li><em>c</em></li></ul>',
  '<p>a<br>b</p><blockquote><p>c</p></blockquote>',
  `<a href="https://example.com/?a=1&amp;b=&quot;2&quot;" ${REL}>x</a>`,
  `<a ${REL}>x</a><a href="mailto:a@b.example" ${REL}>y</a><a href="TEL:+911234567890" ${REL}>z</a>`,
  'They said: href="/x"',
  '<b>'.repeat(20) + '</b>'.repeat(20),
  '<p>x</p>'.repeat(12_000),
  'x'.repeat(100_000),
])('is what posts writes: %.80s', (html) => expect(isRichText(html)).toBe(true))

it.each([
  // Other tags and attributes, and other ways to write them.
  ...['<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '<svg><style>a{}</style></svg>', '<P>x</P>'],
  ...['<p onclick="x()">x</p>', '<p style="top:0">x</p>', '<p >x</p>', '<p/onclick=x()>x</p>', '<br/>', '<br></br>'],
  ...['<!-- --><p>x</p>', '<p>a > b</p>', '2 < 3', '<', '<p', '<p>x</p', '<\u0000p>x</p>', '<p\u0000>x</p>'],
  ...[
    '<a>x</a>',
    '<a href="https://a.in">x</a>',
    `<a href='https://a.in' ${REL}>x</a>`,
    `<a ${REL} href="tel:1">x</a>`,
  ],
  ...[`<a href="tel:1" ${REL} target="_top">x</a>`, `<a href="tel:1"${REL}>x</a>`, '<a rel="opener">x</a>'],
  // Other targets.
  ...[
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
  ].map((target) => `<a href="${target}" ${REL}>x</a>`),
  ...['//evil.example', '/logout', '', 'https:"onclick="x', 'java&#115;cript:alert(1)', 'https://a.in/&#34;'].map(
    (target) => `<a href="${target}" ${REL}>x</a>`,
  ),
  // Other escapes.
  ...['&', '&nbsp;', '&#60;', '&amp', '&AMP;'],
  // What a parser closes, moves or leaves open.
  ...['<b>x', 'x</p>', '<b><i>x</b></i>', '<p>a<p>b</p></p>', '<p><ul></ul></p>', '<b><p>a<b><p>b</p></b></p></b>'],
  ...['<ul><li>a<li>b</li></li></ul>', '<li><blockquote><li>a</li></blockquote></li>', '<h2>a<h3>b</h3></h2>'],
  `<a ${REL}>a<b><a ${REL}>b</a></b></a>`,
  // Deep and long ones.
  '<b>'.repeat(21) + '</b>'.repeat(21),
  ...['<', '<b>', '<a href="https:', '<!--', '&amp', '</p>'].map((piece) => piece.repeat(100_000)),
])('is not: %.80s', (html) => expect(isRichText(html)).toBe(false))

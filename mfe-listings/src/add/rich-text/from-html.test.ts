import { describe, expect, it } from 'vitest'
import { fromHtml } from './from-html.ts'
import { toHtml } from './to-html.ts'

const kept = (html: string) => toHtml(fromHtml(html))

describe('words that look like markup stay', () => {
  it.each([
    ['<p>The style="modern" flat</p>', '<p>The style="modern" flat</p>'],
    ["<p>Its style = 'old' and style=new, too</p>", "<p>Its style = 'old' and style=new, too</p>"],
    ['<p>No rel="none" here, class=x</p>', '<p>No rel="none" here, class=x</p>'],
    ['<p>2 < 3 > 1, a &lt;b style=x&gt; c</p>', '<p>2 &lt; 3 &gt; 1, a &lt;b style=x&gt; c</p>'],
    ['<p title="a > b style=c">Quiet</p>', '<p>Quiet</p>'],
    ['<p>&copy; &#2342; &anentity; AT&T</p>', '<p>© द &amp;anentity; AT&amp;T</p>'],
    ['<p>a<!-- b --!>c<!--> d --><!---->e</p>', '<p>ac d --&gt;e</p>'],
    ['<p>a<?xml b?>c<![endif]>d</p>', '<p>acd</p>'],
  ])('%j', (html, wanted) => expect(kept(html)).toBe(wanted))
})

describe('lines stay apart', () => {
  it.each([
    [
      'main and figures',
      '<main>a</main><figure>b<figcaption>c</figcaption></figure>d',
      '<p>a</p><p>b</p><p>c</p><p>d</p>',
    ],
    ['definitions', '<dl><dt>Lift</dt><dd>Yes</dd></dl>', '<p>Lift</p><p>Yes</p>'],
    [
      'choices',
      '<select><option>Buy<option>Rent</select><textarea>Note</textarea>',
      '<p>Buy</p><p>Rent</p><p>Note</p>',
    ],
    [
      'styled blocks',
      '<span style="display:block">a</span><span style="DISPLAY : flex"><i>b</i><i>c</i></span>d',
      '<p>a</p><p><em>b</em></p><p><em>c</em></p><p>d</p>',
    ],
    ['a rule', 'a<hr>b', '<p>a</p><p>b</p>'],
    ['preformatted text', '<pre>one\n  two</pre>', '<p>one<br>  two</p>'],
    [
      'text with line breaks that are shown',
      '<span style="white-space: pre-wrap">one\ntwo</span>',
      '<p>one<br>two</p>',
    ],
    ['line breaks of the source', '<p>\n  one\n  <b>two</b>\n three\n</p>', '<p>one <strong>two</strong> three</p>'],
    [
      'cells',
      '<table>\n<tr>\n<th>Area</th> <td>1,200</td></tr><tr><td><p>Lift</p></td><td><div><p>Yes</p></div></td></tr></table>',
      '<p>Area\u20031,200</p><p>Lift\u2003Yes</p>',
    ],
    ['cells of several lines', '<table><tr><td>a<br>b</td><td>c</td></tr></table>', '<p>a<br>b</p><p>c</p>'],
    ['cells without a table', '<td>a</td><td>b</td>', '<p>a</p><p>b</p>'],
  ])('%s', (_what, html, wanted) => expect(kept(html)).toBe(wanted))
})

describe('what is not displayed is left out', () => {
  it.each([
    [
      'hidden elements',
      '<p>a<span style="display:none">b</span><span hidden>c</span><span style="mso-hide:all">d</span></p>',
      '<p>a</p>',
    ],
    [
      'invisible ones, but for visible ones in them',
      '<p style="visibility:hidden">a<b style="visibility:visible">b</b></p>',
      '<p><strong>b</strong></p>',
    ],
    [
      'scripts, styles and titles',
      '<html><head><title>a</title><style>b</style></head><body>c<script>d</script></body></html>',
      '<p>c</p>',
    ],
    [
      'media for other programs',
      '<video>a</video><canvas>b</canvas><svg><title>c</title><text>d</text></svg>',
      '<p>d</p>',
    ],
    ['hidden elements that are shown after all', '<p hidden style="display:block">a</p>', '<p>a</p>'],
  ])('%s', (_what, html, wanted) => expect(kept(html)).toBe(wanted))
})

describe('styles', () => {
  it.each([
    ['font-weight:normal', 'b', 'x'],
    ['font-weight:400', 'strong', 'x'],
    ['font-weight:599', 'span', 'x'],
    ['font-weight:600', 'span', '<strong>x</strong>'],
    ['FONT-WEIGHT: Bold !important; font-weight: 400', 'span', '<strong>x</strong>'],
    ['font-weight:bolder', 'span', '<strong>x</strong>'],
    ['font-weight:lighter', 'span', 'x'],
    ['font-weight:nonsense', 'b', '<strong>x</strong>'],
    ['font: italic bold 12px/1.5 Arial', 'span', '<strong><em>x</em></strong>'],
    ['font: 12px Arial', 'b', 'x'],
    ['font-style:italic', 'span', '<em>x</em>'],
    ['font-style:normal', 'em', 'x'],
    ['font-style:oblique 10deg', 'span', '<em>x</em>'],
    ['text-decoration:underline', 'span', '<u>x</u>'],
    ['text-decoration-line: underline line-through', 'span', '<u><s>x</s></u>'],
    ['text-decoration:none', 'u', 'x'],
    ['text-decoration: line-through', 'u', '<s>x</s>'],
    ['background:url("a;font-weight:bold")', 'span', 'x'],
  ])('%s of %s', (style, tag, inner) => {
    expect(kept(`<${tag} style='${style}'>x</${tag}>`)).toBe(`<p>${inner}</p>`)
  })

  it.each([
    ['<b style="font-weight:normal"><p>Quiet</p></b>', '<p>Quiet</p>'],
    ['<b>a<span style="font-weight:400">b<b>c</b></span></b>', '<p><strong>a</strong>b<strong>c</strong></p>'],
    ['<span style="font-weight:300">a<b>b</b></span>', '<p>ab</p>'],
    ['<b>a<span style="font-weight:inherit">b</span></b>', '<p><strong>ab</strong></p>'],
    ['<u>a<span style="text-decoration:none">b</span></u>', '<p><u>ab</u></p>'],
    ['<h2 style="font-weight:700">a <span style="font-weight:400">b</span></h2>', '<h2>a b</h2>'],
    [
      '<a href=" https://example.com" style="text-decoration:none"><span style="text-decoration:underline">x</span></a>',
      '<p><a href="https://example.com">x</a></p>',
    ],
  ])('are computed through %j', (html, wanted) => expect(kept(html)).toBe(wanted))
})

describe('lists', () => {
  it.each([
    [
      'nested',
      '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li></ul>',
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
    ],
    ['with paragraphs', '<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>', '<ul><li>a<br>b</li><li>c</li></ul>'],
    ['without their list', '<li>a</li><li>b</li>', '<ul><li>a</li><li>b</li></ul>'],
    [
      'of Google Docs',
      '<ul><li aria-level="1"><p role="presentation">a</p></li><ul><li aria-level="2"><p>b</p></li></ul></ul>',
      '<ul><li>a<ul><li>b</li></ul></li></ul>',
    ],
    [
      'of Word in a browser',
      '<div><ul><li data-aria-level="1"><p>a</p></li></ul></div><div><ul><li data-aria-level="2"><p>b</p></li></ul></div>',
      '<ul><li>a<ul><li>b</li></ul></li></ul>',
    ],
  ])('%s', (_what, html, wanted) => expect(kept(html)).toBe(wanted))
})

describe('images of emoji', () => {
  it.each([
    ['🏡', '<p>🏡</p>'],
    ['👨‍👩‍👧', '<p>👨‍👩‍👧</p>'],
    ['1️⃣', '<p>1️⃣</p>'],
    ['A plan', ''],
    ['3', ''],
  ])('%s', (alt, wanted) => expect(kept(`<img src="x" alt="${alt}">`)).toBe(wanted))
})

it('reads elements that are nested deeper than the call stack', () => {
  const depth = 50_000
  expect(kept(`${'<div><b>'.repeat(depth)}deep`)).toBe('<p><strong>deep</strong></p>')
  const row = `<table><tr><td>${'<span>'.repeat(depth)}a</table>`
  expect(kept(row)).toBe('<p>a</p>')
  expect(kept(`<p class="MsoListParagraph">${'<span>'.repeat(depth)}·&nbsp;a`)).toBe('<ul><li>a</li></ul>')
})

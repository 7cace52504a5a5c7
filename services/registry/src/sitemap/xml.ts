const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

export interface SitemapEntry {
  /** Absolute. */
  url: string
  /** ISO 8601. */
  lastmod?: string
}

export function sitemapIndex(sitemaps: SitemapEntry[]): string {
  return `${HEAD}<sitemapindex xmlns="${SCHEMA}">\n${sitemaps.map(entryAs('sitemap')).join('')}</sitemapindex>\n`
}

/** For a few hundred entries. Stream longer sitemaps as head, entries and foot. */
export function urlSet(entries: SitemapEntry[]): string {
  return URLSET.head + entries.map(URLSET.entry).join('') + URLSET.foot
}

export const URLSET = { head: `${HEAD}<urlset xmlns="${SCHEMA}">\n`, entry: entryAs('url'), foot: '</urlset>\n' }

function entryAs(name: 'url' | 'sitemap'): (entry: SitemapEntry) => string {
  return ({ url, lastmod }) =>
    `<${name}><loc>${escapeXml(url)}</loc>${lastmod ? `<lastmod>${escapeXml(lastmod)}</lastmod>` : ''}</${name}>\n`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

import { escapeHtml, escapeJson, tag } from '@aangan/contracts/html'
import { SHARE_PICTURE } from '@aangan/contracts/media'
import type { PageMeta } from './page-meta.ts'

export function metaTags(meta: PageMeta, siteName: string): string[] {
  const { title, description, canonical, index, picture } = meta
  const named = (name: string, content: string | null) => (content ? [tag('meta', { name, content })] : [])
  const property = (name: string, content: string | null) =>
    content ? [tag('meta', { property: `og:${name}`, content })] : []
  return [
    `<title>${escapeHtml(`${title} · ${siteName}`)}</title>`,
    ...named('description', description),
    ...named('robots', index ? 'max-image-preview:large' : 'noindex'),
    ...(canonical ? [tag('link', { rel: 'canonical', href: canonical })] : []),
    ...property('type', 'website'),
    ...property('site_name', siteName),
    ...property('locale', 'en_IN'),
    ...property('title', title),
    ...property('description', description),
    ...property('url', canonical),
    ...property('image', picture.url),
    ...property('image:type', SHARE_PICTURE.type),
    ...property('image:width', String(SHARE_PICTURE.width)),
    ...property('image:height', String(SHARE_PICTURE.height)),
    ...property('image:alt', picture.alt),
    ...named('twitter:card', 'summary_large_image'),
    ...named('twitter:title', title),
    ...named('twitter:description', description),
    ...named('twitter:image', picture.url),
    ...named('twitter:image:alt', picture.alt),
    // Data, which browsers do not run, so the CSP need not allow it.
    ...meta.jsonLd.map((graph) => `${tag('script', { type: 'application/ld+json' })}${escapeJson(graph)}</script>`),
  ]
}

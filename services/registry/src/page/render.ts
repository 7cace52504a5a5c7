import { escapeHtml, escapeJson, tag } from '@aangan/contracts/html'
import type { Release, RemoteRoute } from '@aangan/contracts/manifest'
import { widthsOf } from '@aangan/contracts/media'
import {
  BOOT_ELEMENT,
  FIRST_DATA_ELEMENT,
  type FirstData,
  type PageBoot,
  ROOT_ELEMENT,
  SERVED,
  WITHOUT_FONT,
} from '@aangan/contracts/page'
import { PAGE_SCRIPT } from '@aangan/contracts/page-retry'
import { PICTURE_SIZES } from '@aangan/contracts/picture-sizes'
import { Post, PostWithDetail } from '@aangan/contracts/posts'
import type { RenderedPage } from '@aangan/contracts/rendering'
import { modulesOf, type RouteMatch } from '@aangan/contracts/routes'
import { shellTags, stylesheet } from '@aangan/contracts/shell-tags'
import { policyHashOf } from '@aangan/service-kit/integrity'
import { Value } from 'typebox/value'
import type { Override } from '../override/grants.ts'
import { LATER } from '../override/in-browser.ts'
import { overrideBanner, overrideHead } from '../override/markup.ts'
import { LATE, PLAIN, renderFrame } from './frame.ts'
import { pictureUrls } from './meta/listing.ts'
import type { PageMeta } from './meta/page-meta.ts'
import { metaTags } from './meta/tags.ts'
import type { Styles } from './styles.ts'

export interface PageParts {
  boot: PageBoot
  shell: Release
  /** Null if no remote claims the address: the shell then shows 'Not Found'. */
  match: RouteMatch<RemoteRoute> | null
  /** The response to the first call of the route. */
  first: FirstData | null
  /** All responses that have arrived. */
  carried: FirstData[]
  /** Null if the browser does it. */
  rendered?: RenderedPage | null
  /** What the page has inline of its stylesheets: a browser paints what is rendered without waiting for a file. */
  styles?: Styles
  /** Null if it is unknown for which address the page will be served. */
  meta: PageMeta | null
  /** Null for everybody but a developer who tries a local remote. */
  override?: Override | null
}

/** For the policy of the page, which its gateway sends. */
export const SCRIPT_HASH = policyHashOf(PAGE_SCRIPT)

/** Background colours of tokens.css, for the browser's own frame. */
const THEME = { light: '#fbfaf7', dark: '#131716' }

/**
 * The CSP names the hashes of its inline styles and of its one inline script. All URLs are named, so the browser loads them
 * at once.
 */
export function renderPage(parts: PageParts): string {
  const { boot, match, first, carried, rendered = null, styles, override = null } = parts
  return [
    '<!doctype html>',
    `<html lang="en"${rendered?.hasRemote ? ` ${WITHOUT_FONT}` : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    tag('meta', { name: 'color-scheme', content: 'light dark' }),
    ...Object.entries(THEME).map(([scheme, content]) =>
      tag('meta', { name: 'theme-color', media: `(prefers-color-scheme: ${scheme})`, content }),
    ),
    // Before the files that it loads again.
    `<script>${PAGE_SCRIPT}</script>`,
    // An override puts the local remote into the page first.
    ...shellTags(parts.shell, {
      ...(override && { script: { type: LATER } }),
      hasFonts: rendered === null,
      inline: styles,
    }),
    ...(override ? overrideHead() : []),
    ...(override && override.name === match?.remote ? [] : remoteTags(parts)),
    ...imageTags(match, first),
    // Last, since nothing here is needed to paint.
    ...(parts.meta ? metaTags(parts.meta, boot.site.name) : [`<title>${escapeHtml(boot.site.name)}</title>`]),
    '</head>',
    '<body>',
    ...(override ? overrideBanner(override) : []),
    rendered === null
      ? `<div id="${ROOT_ELEMENT}">${renderFrame(boot.site.name)}</div>`
      : `${PLAIN}\n${LATE}<div id="${ROOT_ELEMENT}" ${SERVED}>${rendered.html}</div>`,
    dataElement({ id: BOOT_ELEMENT }, boot),
    ...carried.map((each, at) =>
      dataElement({ ...(at === 0 && { id: FIRST_DATA_ELEMENT }), 'data-path': each.path }, each),
    ),
    '</body>',
    '</html>',
  ]
    .filter(Boolean)
    .join('\n')
}

/**
 * Styles of what is rendered are inline or linked, since it must not be seen without. Others are preloaded: one that never
 * arrives would block the shell, which inserts and awaits them. Scripts of what is rendered must not share a slow line with them.
 */
function remoteTags({ boot, match, rendered, styles }: PageParts): string[] {
  const isRendered = rendered?.hasRemote === true
  const remote = match && boot.remotes[match.remote]
  if (!remote) return []
  const modules = modulesOf(match.route).flatMap((module) => remote.exposes[module] ?? [])
  const preload = (as: string, fetchpriority?: 'low') => (href: string) =>
    tag('link', { rel: 'preload', as, href, integrity: remote.integrity[href], crossorigin: true, fetchpriority })
  const sheet = (href: string) => stylesheet(href, remote.integrity[href], styles)
  return [
    ...modules.flatMap(({ css }) => css).map(isRendered ? sheet : preload('style')),
    ...[remote.entry, ...modules.flatMap(({ js }) => js)].map(preload('script', isRendered ? 'low' : undefined)),
  ]
}

/** The likely largest pictures of the first view: those of the first cards, or a listing's first one. */
function imageTags(match: RouteMatch<RemoteRoute> | null, first: FirstData | null): string[] {
  const sizes = PICTURE_SIZES[match?.route.about === 'listing' ? 'large' : 'results']
  return firstPictures(match?.route.about, first?.body)
    .filter((href) => /^\/(?!\/)/.test(href))
    .map((href) => tag('link', { rel: 'preload', as: 'image', ...sourceOf(href, sizes), fetchpriority: 'high' }))
}

/** Browsers that do not know `imagesrcset` would load `href` in vain. */
function sourceOf(href: string, sizes: string): Record<string, string> {
  const { srcSet } = widthsOf(href, sizes)
  return srcSet === undefined ? { href } : { imagesrcset: srcSet, imagesizes: sizes }
}

function firstPictures(about: RemoteRoute['about'], body: unknown): string[] {
  if (about === 'listing') return Value.Check(PostWithDetail, body) ? pictureUrls(body).slice(0, 1) : []
  if (about !== 'search' || !Array.isArray(body)) return []
  return body.slice(0, 2).flatMap((post) => (Value.Check(Post, post) ? pictureUrls(post).slice(0, 1) : []))
}

function dataElement(attributes: Record<string, string>, value: unknown): string {
  return `${tag('script', { type: 'application/json', ...attributes })}${escapeJson(value)}</script>`
}

import type { RemoteRoute } from '@aangan/contracts/manifest'
import { SITE_PICTURE_URL } from '@aangan/contracts/media'
import type { FirstData } from '@aangan/contracts/page'
import { isProvenByData } from '@aangan/contracts/routes'
import { siteGraph } from './json-ld.ts'
import { describeListing } from './listing.ts'
import type { PageFacts, PageMeta } from './page-meta.ts'
import { describeSearch } from './search.ts'

export function describePage(facts: PageFacts): PageMeta {
  const { match, first } = facts
  if (!match || first?.status === 404) return describeNothing(facts)
  const plain = describeRoute(facts, match.route)
  const { about } = match.route
  if (about === 'search') return { ...plain, ...describeSearch(facts) }
  if (about === 'listing') return { ...plain, ...describeListing(facts) }
  return about === 'site' ? { ...plain, jsonLd: siteGraph(facts.site) } : plain
}

function describeRoute({ site, path, first }: PageFacts, route: RemoteRoute): PageMeta {
  return {
    status: first === null && isProvenByData(route) ? 503 : 200,
    title: route.title,
    description: route.description ?? null,
    canonical: site.origin + path,
    index: !route.noindex,
    picture: sitePicture(site),
    jsonLd: [],
  }
}

function describeNothing({ site, first }: PageFacts): PageMeta {
  const gone = isGone(first)
  return {
    status: gone ? 410 : 404,
    title: gone ? 'No longer listed' : 'Not Found',
    description: null,
    canonical: null,
    index: false,
    picture: sitePicture(site),
    jsonLd: [],
  }
}

/** A removed listing: 410 tells crawlers that it will not come back. */
function isGone(first: FirstData | null): boolean {
  const { body } = first ?? {}
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'GONE'
}

function sitePicture({ origin, name }: PageFacts['site']): PageMeta['picture'] {
  return { url: origin + SITE_PICTURE_URL, alt: `${name}: homes to buy and rent across India` }
}

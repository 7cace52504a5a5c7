import type { Format } from '@aangan/contracts/format'
import type { RemoteRoute } from '@aangan/contracts/manifest'
import type { FirstData, PageBoot } from '@aangan/contracts/page'
import type { RouteMatch } from '@aangan/contracts/routes'

/** Structured data after schema.org, as JSON-LD. */
export type JsonLd = { '@context': 'https://schema.org'; '@type': string } & Record<string, unknown>

/** What a page says of itself to those who find it from outside. */
export interface PageMeta {
  status: 200 | 404 | 410
  /** Without the site's name. */
  title: string
  description: string | null
  /** The one address, absolute, of all that show the same; null where there is nothing. */
  canonical: string | null
  index: boolean
  picture: { url: string; alt: string }
  jsonLd: JsonLd[]
}

/** What is known of the page at hand. */
export interface PageFacts {
  site: Pick<PageBoot['site'], 'name' | 'currency'> & { origin: string }
  /** Of the page's locale and the site's currency. */
  format: Format
  /** Null for an address that nobody claims. */
  match: RouteMatch<RemoteRoute> | null
  /** Path and query string of the address, as `location` has them. */
  path: string
  search: string
  first: FirstData | null
}

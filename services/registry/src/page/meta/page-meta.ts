import type { Format } from '@aangan/contracts/format'
import type { RemoteRoute } from '@aangan/contracts/manifest'
import type { FirstData, PageBoot } from '@aangan/contracts/page'
import type { RouteMatch } from '@aangan/contracts/routes'

export type JsonLd = { '@context': 'https://schema.org'; '@type': string } & Record<string, unknown>

export interface PageMeta {
  /** 503 while it is unknown whether there is such a page. */
  status: 200 | 404 | 410 | 503
  /** Without the site's name. */
  title: string
  description: string | null
  /** Absolute; null if there is no page. */
  canonical: string | null
  index: boolean
  picture: { url: string; alt: string }
  jsonLd: JsonLd[]
}

export interface PageFacts {
  site: Pick<PageBoot['site'], 'name' | 'currency'> & { origin: string }
  format: Format
  /** Null if no remote claims the address. */
  match: RouteMatch<RemoteRoute> | null
  /** As `location.pathname` and `location.search`. */
  path: string
  search: string
  first: FirstData | null
}

import type { PostWithDetail } from '@aangan/contracts/posts'
import type { Currency } from '@aangan/contracts/prices'
import type { JsonLd } from './page-meta.ts'

interface Site {
  name: string
  origin: string
}

export function siteGraph({ name, origin }: Site): JsonLd[] {
  const organization = `${origin}/#organization`
  return [
    { '@context': 'https://schema.org', '@type': 'Organization', '@id': organization, name, url: `${origin}/` },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      '@id': `${origin}/#website`,
      name,
      url: `${origin}/`,
      publisher: { '@id': organization },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${origin}/list?city={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}

/** The last entry is the page itself. */
export function breadcrumbs({ name, origin }: Site, trail: { name: string; url: string }[]): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name, url: `${origin}/` }, ...trail].map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: step.url,
    })),
  }
}

interface ListingPage {
  url: string
  description: string
  /** Absolute. */
  images: string[]
  currency: Currency
}

export function listingGraph(post: PostWithDetail, { url, description, images, currency }: ListingPage): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'RealEstateListing',
    '@id': url,
    url,
    name: post.title,
    description,
    datePosted: post.createdAt,
    image: images,
    mainEntity: homeOf(post),
    offers: offerOf(post, url, currency),
  }
}

/** A plot is a Place: only an accommodation has rooms and floors. */
const KIND = { apartment: 'Apartment', condo: 'Apartment', house: 'House', land: 'Place' } as const

function geoOf({ latitude, longitude }: PostWithDetail) {
  return { '@type': 'GeoCoordinates', latitude: Number(latitude), longitude: Number(longitude) }
}

function homeOf(post: PostWithDetail): Record<string, unknown> {
  const { type, property, bedroom, bathroom, size, postDetail } = post
  const place = {
    '@type': KIND[property],
    name: post.title,
    address: {
      '@type': 'PostalAddress',
      streetAddress: post.address,
      addressLocality: post.city,
      addressCountry: 'IN',
    },
    // The middle of a city is not where the home is.
    ...(!post.approximate && { geo: geoOf(post) }),
  }
  if (property === 'land') return { ...place, ...(size !== null && { additionalProperty: areaOf(size) }) }
  return {
    ...place,
    ...(property === 'condo' && { accommodationCategory: 'Condominium' }),
    numberOfBedrooms: bedroom,
    numberOfBathroomsTotal: bathroom,
    ...(size !== null && { floorSize: { '@type': 'QuantitativeValue', value: size, unitCode: SQUARE_FOOT } }),
    ...(type === 'rent' && postDetail.pet !== null && { petsAllowed: postDetail.pet === 'allowed' }),
  }
}

/** UN/CEFACT unit codes. */
const SQUARE_FOOT = 'FTK'
const MONTH = 'MON'

function areaOf(size: number): Record<string, unknown> {
  return { '@type': 'PropertyValue', name: 'Area', value: size, unitCode: SQUARE_FOOT }
}

function offerOf({ price, type, status }: PostWithDetail, url: string, currency: Currency): Record<string, unknown> {
  const amount = { price, priceCurrency: currency.toUpperCase() }
  const month = { '@type': 'UnitPriceSpecification', ...amount, unitCode: MONTH }
  return {
    '@type': 'Offer',
    url,
    ...amount,
    ...(type === 'rent' && { priceSpecification: month }),
    businessFunction: `http://purl.org/goodrelations/v1#${type === 'rent' ? 'LeaseOut' : 'Sell'}`,
    availability: `https://schema.org/${status === 'taken' ? 'SoldOut' : 'InStock'}`,
  }
}

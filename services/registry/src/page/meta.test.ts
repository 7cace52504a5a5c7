import { ID, post, postWithDetail } from '@aangan/contracts/testing/posts'
import type { App } from '@aangan/service-kit/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readHead } from '../testing/head.ts'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import type { ReleaseDraft } from '../testing/releases.ts'

const RENTED = '1'.repeat(24)
const TAKEN = '8'.repeat(24)
const PLOT = '2'.repeat(24)
const GONE = '3'.repeat(24)
const BROKEN = '4'.repeat(24)
const EVIL = '5'.repeat(24)
const LONG = '6'.repeat(24)
const ORIGIN = 'https://homes.example'

const remotes = [
  { name: 'shell' },
  {
    name: 'mfe-static',
    routes: [
      { path: '/', title: 'Homes across India', description: 'Verified homes.', about: 'site' },
      { path: '/about', title: 'About us', description: 'Who we are.' },
    ],
  },
  { name: 'mfe-profile', routes: [{ path: '/login', title: 'Sign in', noindex: true }] },
  {
    name: 'mfe-listings',
    routes: [
      {
        path: '/list',
        title: 'Homes to buy or rent',
        description: 'Search.',
        data: '/posts{search}',
        about: 'search',
      },
      { path: '/{id}', title: 'Listing', data: '/posts/{id}', about: 'listing' },
    ],
  },
] satisfies ReleaseDraft[]

const MEANT = { typed: '2bhk for rent in pune', path: '/posts?city=pune&type=rent&bedroom=2' }

function addPosts(app: App): void {
  app.get('/posts', async (request, reply) => {
    const { city, type } = request.query as { city?: string; type?: string }
    if (type === 'lease') return reply.code(400).send({ code: 'BAD_REQUEST', message: 'type may be buy or rent' })
    if (city === MEANT.typed) reply.header('content-location', MEANT.path)
    reply.header('x-total-count', city === 'Nowhere' ? '0' : city === 'jaipur' ? '1' : city ? '1214' : '10000+')
    return city === 'Nowhere' ? [] : [post({ city: city === 'jaipur' ? 'Jaipur' : 'Pune' })]
  })
  const listings: Record<string, unknown> = {
    [ID]: postWithDetail(),
    [TAKEN]: postWithDetail({ id: TAKEN, status: 'taken' }),
    [RENTED]: postWithDetail({ id: RENTED, type: 'rent', property: 'house', price: 25_000, images: [], img: null }),
    [PLOT]: postWithDetail({ id: PLOT, property: 'land', bedroom: 0, bathroom: 0 }),
    [BROKEN]: { title: 'Half a listing' },
    [EVIL]: postWithDetail(
      { id: EVIL, title: '"></title><script>alert(1)</script>' },
      '<p>&lt;/script&gt;&amp;lt;</p>',
    ),
    [LONG]: postWithDetail({ id: LONG }, `<p>${'roomy and light '.repeat(40)}</p>`),
  }
  app.get('/posts/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    if (id === GONE) return reply.code(404).send({ code: 'GONE', message: 'Post not found', requestId: 'r' })
    return listings[id] ?? reply.code(404).send({ code: 'NOT_FOUND', message: 'Post not found', requestId: 'r' })
  })
}

let registry: RunningRegistry
beforeAll(async () => {
  registry = await startRegistry({ releases: remotes, posts: addPosts, env: { SITE_URL: ORIGIN } })
})
afterAll(() => registry.close())

async function head(path: string) {
  return readHead((await registry.get(path)).body)
}

describe('every page', () => {
  it('has a title, a description, a canonical address and sharing tags', async () => {
    const { title, canonical, meta } = await head('/about?utm_source=x')
    expect([title, canonical]).toEqual(['About us · Aangan', `${ORIGIN}/about`])
    expect(meta).toMatchObject({
      description: 'Who we are.',
      robots: 'max-image-preview:large',
      'og:type': 'website',
      'og:site_name': 'Aangan',
      'og:title': 'About us',
      'og:description': 'Who we are.',
      'og:url': `${ORIGIN}/about`,
      'og:image': `${ORIGIN}/media/share/site.jpg`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringContaining('Aangan'),
      'twitter:card': 'summary_large_image',
      'twitter:title': 'About us',
      'twitter:description': 'Who we are.',
      'twitter:image': `${ORIGIN}/media/share/site.jpg`,
    })
  })

  it('is noindex if it is a form or a 404', async () => {
    for (const path of ['/login', '/nowhere', `/${'9'.repeat(24)}`, `/${GONE}`]) {
      expect([path, (await head(path)).meta.robots]).toEqual([path, 'noindex'])
    }
  })
})

describe('the start page', () => {
  it('describes the organisation and its search', async () => {
    const [organization, website] = (await head('/')).jsonLd
    expect(organization).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': `${ORIGIN}/#organization`,
      name: 'Aangan',
      url: `${ORIGIN}/`,
    })
    expect(website).toMatchObject({
      '@type': 'WebSite',
      name: 'Aangan',
      url: `${ORIGIN}/`,
      publisher: { '@id': `${ORIGIN}/#organization` },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${ORIGIN}/list?city={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    })
  })
})

describe('a search', () => {
  it.each([
    [
      '?type=rent&city=bombay&property=apartment',
      'Apartments to rent in Mumbai',
      '?city=Mumbai&type=rent&property=apartment',
    ],
    ['?city=jaipur', 'Homes to buy or rent in Jaipur', '?city=Jaipur'],
    ['?city=2bhk+for+rent+in+pune&type=buy', 'Homes to rent in Pune', '?city=Pune&type=rent'],
    ['?city=Pune&sort=price_asc&after=xyz&limit=20&utm_source=x', 'Homes to buy or rent in Pune', '?city=Pune'],
    ['?property=land&type=BUY&minPrice=0&city=', 'Plots of land for sale', '?type=buy&property=land'],
    ['?city=Kothrud, Pune', 'Homes to buy or rent in Kothrud, Pune', '?city=Kothrud%2C+Pune'],
    ['?city=Kothrud, Pune&within=5', 'Homes to buy or rent within 5 km of Kothrud, Pune', '?city=Kothrud%2C+Pune'],
    ['', 'Homes to buy or rent', ''],
  ])('%s has a title and a canonical address', async (search, title, canonical) => {
    const found = await head(`/list${encodeURI(search)}`)
    expect(found.title).toBe(`${title} · Aangan`)
    expect(found.canonical).toBe(`${ORIGIN}/list${canonical}`)
    expect(found.meta.robots).toBe('max-image-preview:large')
  })

  it.each([
    ['?city=Pune&type=buy', /^1,214 homes for sale in Pune on Aangan/],
    ['?property=house', /^More than 10,000 houses to buy or rent on Aangan/],
    ['?city=jaipur&property=house', /^1 house to buy or rent in Jaipur/],
    ['?city=Nowhere', /^No homes to buy or rent in Nowhere right now/],
  ])('%s has the count in its description', async (search, description) => {
    expect((await head(`/list${search}`)).meta.description).toMatch(description)
  })

  it.each([
    ['an area of the map', '?bbox=72,18,73,19'],
    ['a combination of filters', '?city=Pune&minPrice=100&bedroom=2'],
    ['nothing found', '?city=Nowhere'],
    ['what posts refuses', '?type=lease'],
  ])('is noindex with %s', async (_what, search) => {
    expect((await head(`/list${search}`)).meta.robots).toBe('noindex')
  })

  it('with one more filter has the canonical address without it', async () => {
    const { canonical, meta } = await head('/list?city=Pune&bedroom=2')
    expect([canonical, meta.robots]).toEqual([`${ORIGIN}/list?city=Pune`, 'max-image-preview:large'])
  })

  it('has breadcrumbs', async () => {
    expect((await head('/list?city=Pune')).jsonLd).toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Aangan', item: `${ORIGIN}/` },
          {
            '@type': 'ListItem',
            position: 2,
            name: 'Homes to buy or rent in Pune',
            item: `${ORIGIN}/list?city=Pune`,
          },
        ],
      },
    ])
  })
})

describe('a listing', () => {
  it('has its price and place in the title, and its facts in the description', async () => {
    const { title, canonical, meta } = await head(`/${ID}?from=list`)
    expect(title).toBe('Flat with a garden, Pune · $ 45,00,000 · Aangan')
    expect(canonical).toBe(`${ORIGIN}/${ID}`)
    expect(meta.description).toBe(
      'Apartment for sale in Baner Road, Pune: 2 bedrooms, 1 bathroom, 1,100 sqft, $ 45,00,000. Bright & quiet.',
    )
    expect(meta).toMatchObject({
      'og:url': `${ORIGIN}/${ID}`,
      'og:image': `${ORIGIN}/media/share/${ID}/3.jpg`,
      'og:image:alt': 'Flat with a garden, Pune · $ 45,00,000',
      'twitter:image': `${ORIGIN}/media/share/${ID}/3.jpg`,
    })
  })

  it('has structured data: facts, price and breadcrumbs', async () => {
    const [listing, breadcrumb] = (await head(`/${ID}`)).jsonLd
    expect(listing).toEqual({
      '@context': 'https://schema.org',
      '@type': 'RealEstateListing',
      '@id': `${ORIGIN}/${ID}`,
      url: `${ORIGIN}/${ID}`,
      name: 'Flat with a garden',
      description: expect.stringMatching(/^Apartment for sale in Baner Road, Pune/),
      datePosted: '2026-01-02T03:04:05.000Z',
      image: [`${ORIGIN}/media/drawings/apartment/a1/0.svg`],
      mainEntity: {
        '@type': 'Apartment',
        name: 'Flat with a garden',
        address: {
          '@type': 'PostalAddress',
          streetAddress: 'Baner Road',
          addressLocality: 'Pune',
          addressCountry: 'IN',
        },
        geo: { '@type': 'GeoCoordinates', latitude: 18.559, longitude: 73.7868 },
        numberOfBedrooms: 2,
        numberOfBathroomsTotal: 1,
        floorSize: { '@type': 'QuantitativeValue', value: 1_100, unitCode: 'FTK' },
      },
      offers: {
        '@type': 'Offer',
        url: `${ORIGIN}/${ID}`,
        price: 4_500_000,
        priceCurrency: 'USD',
        businessFunction: 'http://purl.org/goodrelations/v1#Sell',
        availability: 'https://schema.org/InStock',
      },
    })
    expect(breadcrumb).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Aangan', item: `${ORIGIN}/` },
        {
          position: 2,
          name: 'Apartments for sale in Pune',
          item: `${ORIGIN}/list?city=Pune&type=buy&property=apartment`,
        },
        { position: 3, name: 'Flat with a garden', item: `${ORIGIN}/${ID}` },
      ],
    })
  })

  it('is SoldOut in structured data once it is taken', async () => {
    const { jsonLd } = await head(`/${TAKEN}`)
    expect(jsonLd[0]).toMatchObject({ offers: { availability: 'https://schema.org/SoldOut' } })
  })

  it('to rent has a monthly price, and our drawing if it has no picture', async () => {
    const { title, jsonLd } = await head(`/${RENTED}`)
    expect(title).toContain('$ 25,000 a month')
    expect(jsonLd[0]).toMatchObject({
      image: [`${ORIGIN}/media/drawings/house/${RENTED}/0.svg`],
      mainEntity: { '@type': 'House' },
      offers: {
        businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut',
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: 25_000,
          priceCurrency: 'USD',
          unitCode: 'MON',
        },
      },
    })
  })

  it('of land has an area and no rooms', async () => {
    const { meta, jsonLd } = await head(`/${PLOT}`)
    expect(meta.description).toMatch(/^Plot of land for sale in Baner Road, Pune: 1,100 sqft, \$ 45,00,000\./)
    const { mainEntity } = jsonLd[0] as { mainEntity: Record<string, unknown> }
    expect(mainEntity).toMatchObject({ '@type': 'Place', additionalProperty: { name: 'Area', value: 1_100 } })
    expect(mainEntity).not.toHaveProperty('numberOfBedrooms')
  })

  it('escapes what its owner wrote', async () => {
    const { body } = await registry.get(`/${EVIL}`)
    expect(body).not.toContain('<script>alert')
    const { title, meta, jsonLd } = readHead(body)
    expect(title).toContain('"></title><script>alert(1)</script>')
    expect(meta.description).toContain('</script>&lt;')
    expect(jsonLd).toHaveLength(2)
  })

  it('is described in at most 160 characters, cut between words', async () => {
    const { description = '' } = (await head(`/${LONG}`)).meta
    expect(description.length).toBeLessThanOrEqual(160)
    expect(description).toMatch(/(roomy|and|light)…$/)
  })

  it('ignores a response that breaks the contract', async () => {
    const { statusCode, body } = await registry.get(`/${BROKEN}`)
    expect(statusCode).toBe(200)
    expect(readHead(body)).toMatchObject({ title: 'Listing · Aangan', jsonLd: [] })
  })

  it('is 410 once removed, and 404 if it never existed', async () => {
    const gone = await registry.get(`/${GONE}`)
    expect([gone.statusCode, readHead(gone.body).title]).toEqual([410, 'No longer listed · Aangan'])
    const never = await registry.get(`/${'9'.repeat(24)}`)
    expect([never.statusCode, readHead(never.body).title]).toEqual([404, 'Not Found · Aangan'])
    expect(readHead(gone.body).canonical).toBeNull()
  })

  it('responds to HEAD as to GET, without the page', async () => {
    for (const path of [`/${ID}`, `/${GONE}`, '/nowhere', '/list']) {
      const [get, headed] = await Promise.all([
        registry.get(path),
        registry.app.inject({ method: 'HEAD', url: path, headers: { accept: 'text/html' } }),
      ])
      expect([headed.statusCode, headed.body]).toEqual([get.statusCode, ''])
      expect(headed.headers.etag).toBe(get.headers.etag)
      expect(headed.headers['content-length']).toBe(get.headers['content-length'])
    }
  })
})

describe('without SITE_URL', () => {
  let plain: RunningRegistry
  beforeAll(async () => {
    plain = await startRegistry({ releases: remotes, posts: addPosts })
  })
  afterAll(() => plain.close())

  const canonical = async (headers: Record<string, string>) =>
    readHead((await plain.get('/about', headers)).body).canonical

  it('links use the host of the request, and the page is not cached for others', async () => {
    const forwarded = { 'x-forwarded-host': 'Homes.Example:8443', 'x-forwarded-proto': 'https' }
    expect(await canonical(forwarded)).toBe('https://homes.example:8443/about')
    expect(await canonical({ host: '[::1]:3000' })).toBe('http://[::1]:3000/about')
    const { headers } = await plain.get('/about', forwarded)
    expect(headers['cache-control']).toBe('private, no-cache')
  })

  it.each(['evil.example/path', 'a"><b>', 'a b', 'user@evil.example', 'x:y', '::1', 'a?b', 'x:99999'])(
    'refuses an invalid host: %s',
    async (host) => {
      const { statusCode, body } = await plain.get('/about', { 'x-forwarded-host': host })
      expect(statusCode).toBe(400)
      expect(body).not.toContain(host)
    },
  )
})

import type { Post, PostWithDetail } from '@aangan/contracts/posts'
import { readHead } from '@aangan/registry/testing/head'
import { describe, expect, it } from 'vitest'
import { run } from '../src/testing/site-process.ts'
import { useOwnSite } from './site.ts'

const ORIGIN = 'https://homes.example'
const site = useOwnSite({ SITE_URL: ORIGIN, DEMO: 'true' })

const ask = (path: string, init?: RequestInit) => fetch(site.url() + path, init)
const page = async (path: string) => readHead(await (await ask(path)).text())

async function anyListing(query = ''): Promise<PostWithDetail> {
  const [post] = (await (await ask(`/posts?limit=1${query}`)).json()) as Post[]
  return (await (await ask(`/posts/${post?.id}`)).json()) as PostWithDetail
}

/** Returns all URLs of a sitemap, nested sitemaps included. */
async function walk(path: string): Promise<string[]> {
  const answer = await ask(path)
  expect(answer.status, path).toBe(200)
  const xml = await answer.text()
  const found = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
  if (!xml.includes('<sitemapindex')) return found
  return (await Promise.all(found.map((url) => walk(url.slice(ORIGIN.length))))).flat()
}

/** A string that runs in the page, because these files are compiled without DOM types. */
const measure = (url: string) => `(async () => {
  const image = new Image()
  image.src = ${JSON.stringify(url)}
  await image.decode()
  return [image.naturalWidth, image.naturalHeight]
})()`

describe('every page', () => {
  it('has a title, a description, a canonical address and tags for sharing', async () => {
    const { id } = await anyListing()
    for (const path of ['/', '/list', '/list?city=Pune', '/about', '/contact', '/agents', `/${id}`]) {
      const { title, canonical, meta } = await page(path)
      expect(title, path).toMatch(/ · Aangan$/)
      expect(canonical, path).toBe(ORIGIN + path)
      for (const name of ['description', 'og:title', 'og:description', 'og:image', 'twitter:title', 'twitter:image']) {
        expect(meta[name]?.length, `${name} of ${path}`).toBeGreaterThan(5)
      }
      expect(meta['twitter:card']).toBe('summary_large_image')
      expect(meta.robots).not.toContain('noindex')
    }
  })

  it('is titled after its search or listing', async () => {
    expect((await page('/list?city=poona&type=rent&property=apartment')).title).toBe(
      'Apartments to rent in Pune · Aangan',
    )
    const { id, title } = await anyListing()
    expect((await page(`/${id}`)).title.startsWith(title)).toBe(true)
  })

  it('keeps its title after hydration, and its data does not violate the content security policy', async () => {
    const { id } = await anyListing('&type=rent')
    const { page: tab } = await site.visit('about:blank', { locale: 'en-IN' })
    for (const path of ['/', `/${id}`, '/list?city=poona&type=rent', '/list']) {
      await tab.goto(path)
      await tab.getByRole('heading', { level: 1 }).waitFor()
      expect(await tab.title()).toBe((await page(path)).title)
      // `visit` fails the test on any violation when the tab is closed. All homes together have no such data.
      expect((await tab.locator('script[type="application/ld+json"]').count()) > 0, path).toBe(path !== '/list')
    }
  })

  it('of no use in search results is noindex', async () => {
    const paths = ['/login', '/register', '/profile', '/chat', '/nowhere', `/${'f'.repeat(24)}`]
    for (const path of [...paths, '/list?bbox=72,18,73,19', '/list?city=Nowhereabad']) {
      expect((await page(path)).meta.robots, path).toBe('noindex')
    }
  })
})

describe('structured data', () => {
  it('describes a listing and its breadcrumbs, as its page shows them', async () => {
    const post = await anyListing('&type=buy&property=apartment')
    const [listing, breadcrumbs] = (await page(`/${post.id}`)).jsonLd
    expect(listing).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'RealEstateListing',
      url: `${ORIGIN}/${post.id}`,
      name: post.title,
      datePosted: post.createdAt,
      image: post.images.map((image) => ORIGIN + image),
      mainEntity: {
        '@type': 'Apartment',
        address: { '@type': 'PostalAddress', streetAddress: post.address, addressLocality: post.city },
        geo: { '@type': 'GeoCoordinates', latitude: Number(post.latitude), longitude: Number(post.longitude) },
        numberOfBedrooms: post.bedroom,
        numberOfBathroomsTotal: post.bathroom,
      },
      offers: { '@type': 'Offer', price: post.price, priceCurrency: 'USD' },
    })
    expect(breadcrumbs).toMatchObject({ '@type': 'BreadcrumbList', itemListElement: { length: 3 } })
  })
})

describe('the picture made for sharing', () => {
  it('of a listing and of the site exists as declared on its page, and is small', async () => {
    const { id } = await anyListing()
    const { page: tab } = await site.visit('/about')
    for (const path of [`/${id}`, '/about']) {
      const url = (await page(path)).meta['og:image'] ?? ''
      expect(url.startsWith(`${ORIGIN}/media/share/`)).toBe(true)
      const local = url.slice(ORIGIN.length)
      const answer = await ask(local)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect((await answer.arrayBuffer()).byteLength).toBeLessThan(300_000)
      expect(await tab.evaluate(measure(local))).toEqual([1200, 630])
    }
  })

  it('of anything else is 404', async () => {
    for (const path of [`/media/share/${'f'.repeat(24)}/1.jpg`, '/media/share/Buy%20now/1.jpg?title=Free']) {
      expect((await ask(path)).status).toBe(404)
    }
  })
})

describe('the sitemap', () => {
  it('is named in robots.txt and lists every listing, city and indexable page', async () => {
    const robots = await (await ask('/robots.txt')).text()
    expect(robots).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`)
    const found = await walk('/sitemap.xml')
    expect(new Set(found).size).toBe(found.length)
    const posts = (await (await ask('/posts?limit=500')).json()) as Post[]
    expect(found).toEqual(expect.arrayContaining(posts.map(({ id }) => `${ORIGIN}/${id}`)))
    for (const path of [
      '/',
      '/about',
      '/agents',
      '/contact',
      '/list',
      '/list?city=Pune',
      '/list?city=Pune&type=rent',
    ]) {
      expect(found).toContain(ORIGIN + path)
    }
    for (const path of ['/login', '/profile', '/chat']) expect(found).not.toContain(ORIGIN + path)
  })

  it('contains no noindex page', async () => {
    const paths = (await walk('/sitemaps/pages.xml')).map((url) => url.slice(ORIGIN.length))
    for (const path of paths) {
      const { canonical, meta } = await page(path)
      expect([path, canonical, meta.robots]).toEqual([path, ORIGIN + path, 'max-image-preview:large'])
    }
  })

  it('is compressed', async () => {
    const answer = await ask('/sitemaps/listings-000001.xml', { headers: { 'accept-encoding': 'gzip' } })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(await answer.text()).toMatch(/<\/urlset>\n$/)
  })
})

describe('a missing page', () => {
  it('is 404 for routes and listings, with helpful links', async () => {
    const { page: tab, expectProblem } = await site.visit('about:blank')
    expectProblem(/404/)
    for (const path of [`/${'f'.repeat(24)}`, '/nowhere']) {
      expect((await ask(path)).status).toBe(404)
      await tab.goto(path)
      await tab.getByRole('heading', { name: 'Not Found' }).waitFor()
      await tab
        .getByRole('link', { name: /search|home/i })
        .first()
        .waitFor()
    }
    await tab.getByRole('link', { name: /home/i }).first().click()
    await tab.getByRole('heading', { name: 'Discover Your Perfect Home in India' }).waitFor()
  })

  it('is 410 for a home that was taken down, whose picture goes, too', async () => {
    const { id } = await anyListing('&type=rent&property=house')
    const picture = ((await page(`/${id}`)).meta['og:image'] ?? '').slice(ORIGIN.length)
    const { ended, output } = run('reports', { DATA_DIR: site.dataDir() }, ['--take-down', id])
    expect(await ended, output.stderr).toBe(0)
    const answer = await ask(`/${id}`)
    expect(answer.status).toBe(410)
    expect(readHead(await answer.text())).toMatchObject({ canonical: null, jsonLd: [], meta: { robots: 'noindex' } })
    await expect.poll(async () => (await ask(picture)).status).toBe(404)
  })

  /** Sends a conditional request with the current ETag and returns the status. */
  async function askAgain(path: string): Promise<number> {
    const etag = (await ask(path)).headers.get('etag') ?? ''
    return (await ask(path, { headers: { 'if-none-match': etag } })).status
  }

  it('answers HEAD like GET, and 304 for a matching ETag', async () => {
    const { id } = await anyListing()
    for (const path of ['/', '/list', `/${id}`, '/nowhere', '/sitemap.xml', '/robots.txt', '/media/share/site.jpg']) {
      const [got, headed] = await Promise.all([ask(path), ask(path, { method: 'HEAD' })])
      expect([path, headed.status, await headed.text()]).toEqual([path, got.status, ''])
      if (got.status !== 200) continue
      // Counts change shortly after a takedown, which changes the page and its ETag.
      await expect.poll(() => askAgain(path), { message: path }).toBe(304)
    }
  })
})

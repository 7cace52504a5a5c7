import { SITE_PICTURE_URL, sharePictureUrl } from '@aangan/contracts/media'
import type { RevisedPost } from '@aangan/contracts/posts'
import { ID, post } from '@aangan/contracts/testing/posts'
import { AppError } from '@aangan/service-kit/errors'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunningMedia, startMedia } from '../testing/media.ts'

const listing = (changes: Partial<RevisedPost> = {}): RevisedPost => ({
  ...post({ images: [], img: null }),
  rev: 3,
  ...changes,
})

let media: RunningMedia
let listings: RevisedPost[]
let asked: string[][]

beforeEach(async () => {
  media = await startMedia()
  listings = [listing()]
  asked = []
  await media.bus.respond('posts.find-many', async ({ ids }) => {
    asked.push(ids)
    return listings.filter(({ id }) => ids.includes(id))
  })
})
afterEach(() => media.close())

const get = (url: string, headers: Record<string, string> = {}) => media.app.inject({ url, headers })

async function pictureOf(changes: Partial<RevisedPost>): Promise<Buffer> {
  listings = [listing({ ...changes, rev: (listings[0]?.rev ?? 0) + 1 })]
  const answer = await get(sharePictureUrl(listings[0] ?? listing()))
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

/** The mean brightness of a part of a picture, 0 … 255, and how much it varies. */
async function tone(jpeg: Buffer, left: number, top: number, width: number, height: number) {
  const { channels } = await sharp(await sharp(jpeg).extract({ left, top, width, height }).toBuffer()).stats()
  return { mean: channels[0]?.mean ?? 0, deviation: channels[0]?.stdev ?? 0 }
}

describe("a listing's picture for sharing", () => {
  it('is a small, cacheable JPEG of the standard preview size', async () => {
    const answer = await get(sharePictureUrl(listing()))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=604800',
    })
    const { width, height, format } = await sharp(answer.rawPayload).metadata()
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' })
    expect(answer.rawPayload.length).toBeLessThan(300_000)
    expect(asked).toEqual([[ID]])
  })

  it('shows price, kind, title and place on lines of their own', async () => {
    const plain = await pictureOf({})
    const rows = { kind: 175, price: 220, title: 312, place: 520 }
    const changed = {
      kind: await pictureOf({ property: 'condo' }),
      price: await pictureOf({ price: 9_900_000 }),
      title: await pictureOf({ title: 'Another home altogether' }),
      place: await pictureOf({ address: 'Law College Road' }),
    }
    for (const [what, top] of Object.entries(rows)) {
      const part = { left: 56, top, width: 400, height: 30 }
      const [before, after] = await Promise.all(
        [plain, changed[what as keyof typeof changed]].map((jpeg) => sharp(jpeg).extract(part).raw().toBuffer()),
      )
      expect([what, before?.equals(after ?? Buffer.alloc(0))]).toEqual([what, false])
    }
  })

  it('shows the first picture if it is a drawing, or else a drawing of ours', async () => {
    const own = await pictureOf({ img: `/media/drawings/apartment/${ID}/3.svg` })
    const [front, elsewhere, broken] = [
      await pictureOf({}),
      await pictureOf({ img: 'https://elsewhere.example/a.jpg' }),
      await pictureOf({ img: '/media/drawings/castle/x/0.svg' }),
    ]
    expect(elsewhere.equals(front)).toBe(true)
    expect(broken.equals(front)).toBe(true)
    expect(own.equals(front)).toBe(false)
  })

  it('marks the drawing as one', async () => {
    const jpeg = await pictureOf({ img: 'https://elsewhere.example/a.jpg' })
    expect((await tone(jpeg, 596, 32, 8, 32)).mean).toBeGreaterThan(245)
    expect((await tone(jpeg, 610, 36, 90, 26)).deviation).toBeGreaterThan(20)
  })

  it.each<[string, Partial<RevisedPost>]>([
    ['a long title and address', { title: 'A very '.repeat(28), address: 'Lane 4, '.repeat(37) }],
    ['one endless word', { title: 'x'.repeat(200) }],
    ['the highest price, as rent', { price: 1_000_000_000_000, type: 'rent' }],
    ['Devanagari', { title: 'पुणे में दो बेडरूम का फ्लैट', city: 'पुणे', address: 'बाणेर' }],
    ['a script that we have no font for', { title: 'சென்னையில் அழகான வீடு' }],
    ['markup', { title: '</svg><script>alert(1)</script>&amp;"' }],
    ['a plot', { property: 'land', bedroom: 0, bathroom: 0, size: null }],
  ])('keeps text within its panel with %s', async (_what, changes) => {
    const jpeg = await pictureOf(changes)
    const margin = await tone(jpeg, 520, 100, 36, 500)
    expect(margin.mean).toBeGreaterThan(245)
    expect(margin.deviation).toBeLessThan(3)
    expect((await tone(jpeg, 56, 200, 440, 90)).deviation).toBeGreaterThan(10)
  })

  it('gets a new URL when the listing changes, and old URLs redirect there', async () => {
    listings = [listing({ rev: 4 })]
    const answer = await get(`/media/share/${ID}/3.jpg`)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `/media/share/${ID}/4.jpg`])
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  it('is sent again only after a change, and HEAD matches GET', async () => {
    const url = sharePictureUrl(listing())
    const first = await get(url)
    const again = await get(url, { 'if-none-match': `W/${first.headers.etag}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const headed = await media.app.inject({ method: 'HEAD', url })
    expect([headed.statusCode, headed.body, headed.headers.etag]).toEqual([200, '', first.headers.etag])
    expect(headed.headers['content-length']).toBe(String(first.rawPayload.length))
  })

  it('uses the configured site name and currency', async () => {
    const other = await startMedia({ SITE_NAME: 'Ghar', SITE_CURRENCY: 'inr' })
    await other.bus.respond('posts.find-many', async () => listings)
    const url = sharePictureUrl(listing())
    const [ours, theirs] = [await get(url), await other.app.inject(url)]
    expect(theirs.headers.etag).not.toBe(ours.headers.etag)
    expect(theirs.rawPayload.equals(ours.rawPayload)).toBe(false)
    await other.close()
  })

  it.each([
    `/media/share/${'b'.repeat(24)}/1.jpg`,
    `/media/share/${ID.toUpperCase()}/3.jpg`,
    '/media/share/about/1.jpg',
    `/media/share/${ID}/3.png`,
    `/media/share/${ID}/x.jpg`,
    `/media/share/${ID}/-1.jpg`,
    `/media/share/${ID}/${'9'.repeat(30)}.jpg`,
    '/media/share/__proto__/1.jpg',
    '/media/share/site.png',
  ])('is not found: %s', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is 503 while posts is unavailable, and recovers', async () => {
    const alone = await startMedia()
    const url = sharePictureUrl(listing())
    expect((await alone.app.inject(url)).statusCode).toBe(503)
    const failing = await alone.bus.respond('posts.find-many', async () => {
      throw new AppError('UNAVAILABLE', 'The store is away')
    })
    expect((await alone.app.inject(url)).statusCode).toBe(503)
    await failing.stop()
    await alone.bus.respond('posts.find-many', async () => listings)
    expect((await alone.app.inject(url)).statusCode).toBe(200)
    await alone.close()
  })
})

describe("the site's picture for sharing", () => {
  it('is a JPEG of the same size, and needs no other service', async () => {
    const answer = await get(SITE_PICTURE_URL)
    expect(answer.headers['content-type']).toBe('image/jpeg')
    const { width, height, format } = await sharp(answer.rawPayload).metadata()
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' })
    expect(asked).toEqual([])
    expect((await get(SITE_PICTURE_URL, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
  })
})

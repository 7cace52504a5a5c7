import { drawingUrl } from '@aangan/contracts/media'
import type { App } from '@aangan/service-kit/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningMedia, startMedia } from './testing/media.ts'

const HOUSE = drawingUrl('house', '64b0c0ffee64b0c0ffee64b0', 2)
let media: RunningMedia
let app: App

beforeAll(async () => {
  media = await startMedia()
  app = media.app
})
afterAll(() => media.close())

describe('GET /media/drawings', () => {
  it('rejects an unknown drawing with a standard error body', async () => {
    const wild = [
      'castle/a1/0.svg',
      'house/a1/5.svg',
      'house/a1/-1.svg',
      'house/a1/0.png',
      'house/a1/00.svg',
      `house/${'a'.repeat(41)}/0.svg`,
      'house/%3Cscript%3E/0.svg',
      'house/%22onload%3D/0.svg',
      '__proto__/a1/0.svg',
      'constructor/a1/0.svg',
    ]
    for (const path of wild) {
      const answer = await app.inject(`/media/drawings/${path}`)
      expect([path, answer.statusCode]).toEqual([path, 404])
      expect(answer.json()).toMatchObject({ code: 'NOT_FOUND', message: 'Drawing not found' })
    }
  })

  it('responds 400 to a malformed URL, and 405 to another method', async () => {
    for (const seed of ['%ff', '..%2F..%2Fetc']) {
      expect((await app.inject(`/media/drawings/house/${seed}/0.svg`)).statusCode).toBe(400)
    }
    const posted = await app.inject({ method: 'POST', url: HOUSE })
    expect(posted.statusCode).toBe(405)
    expect(posted.headers.allow).toContain('GET')
  })

  it('returns a picture that may be cached for a week', async () => {
    const answer = await app.inject(HOUSE)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('public, max-age=604800')
    expect(answer.body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 600 400"/)
  })

  // The gateway compresses drawings, which makes their tags weak.
  it.each(['', 'W/'])('responds 304 for a matching ETag after %j', async (weak) => {
    const { etag } = (await app.inject(HOUSE)).headers
    expect(etag).toBeTruthy()
    const again = await app.inject({ url: HOUSE, headers: { 'if-none-match': `${weak}${etag}` } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

describe('another method on an existing path', () => {
  const PICTURE = `/media/posts/${'a'.repeat(24)}/320.webp`

  it.each([
    ['GET', '/media/posts', 'POST'],
    ['PUT', '/media/posts', 'POST'],
    ['DELETE', '/media/avatars', 'POST'],
    ['PUT', PICTURE, 'GET, HEAD'],
    ['POST', '/media/share/site.jpg', 'GET, HEAD'],
  ] as const)('%s %s is 405, and Allow says %s', async (method, url, allow) => {
    const answer = await app.inject({ method, url })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow])
  })

  it('is 404 for an unknown picture', async () => {
    expect((await app.inject(PICTURE)).json()).toMatchObject({ code: 'NOT_FOUND' })
  })
})
